import { memo } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { joinedOn, nameOf, StandingBadges, trialUsed } from './user-words.tsx'
import type { UserRow } from './users.ts'

/** The list on phones. */
export const UserCards = ({ users }: { users: readonly UserRow[] }) => (
  <ul aria-label="Users" className="divide-y divide-line">
    {users.map((user) => (
      <Item key={user.id} user={user} />
    ))}
  </ul>
)

const Item = memo(({ user }: { user: UserRow }) => (
  <li className="flex gap-3 p-4 [contain-intrinsic-size:auto_8rem] [content-visibility:auto]">
    <Avatar user={user} />
    <div className="grid min-w-0 flex-1 gap-1 text-sm">
      <p className="line-clamp-2 font-medium [overflow-wrap:anywhere]">
        <bdi>{nameOf(user)}</bdi>
      </p>
      {user.email && <p className="line-clamp-2 text-muted [overflow-wrap:anywhere]">{user.email}</p>}
      <div className="my-0.5">
        <StandingBadges user={user} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-[0.8125rem] text-muted tabular-nums">
        <span>{trialUsed(user)} trial invoices</span>
        <span>Joined {joinedOn(user)}</span>
      </p>
    </div>
  </li>
))
