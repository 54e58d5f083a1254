import { memo } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import type { UserRow } from './admin-lists.ts'
import { formatJoinDate, formatTrialUsage, getUserName, SubscriptionBadges } from './user-fields.tsx'

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
        <bdi>{getUserName(user)}</bdi>
      </p>
      {user.email && <p className="line-clamp-2 text-muted [overflow-wrap:anywhere]">{user.email}</p>}
      <div className="my-0.5">
        <SubscriptionBadges user={user} />
      </div>
      <p className="flex flex-wrap justify-between gap-x-3 text-[0.8125rem] text-muted tabular-nums">
        <span>{formatTrialUsage(user)} trial invoices</span>
        <span>Joined {formatJoinDate(user)}</span>
      </p>
    </div>
  </li>
))
