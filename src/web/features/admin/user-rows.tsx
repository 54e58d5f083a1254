import { memo } from 'react'
import { Avatar } from '#web/ui/avatar.tsx'
import { Table, Td, Th, Tr } from '#web/ui/table.tsx'
import type { UserRow } from './admin-lists.ts'
import { formatJoinDate, formatTrialUsage, getUserName, SubscriptionBadges } from './user-fields.tsx'

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

export const UserTable = ({ users }: { users: readonly UserRow[] }) => (
  <Table aria-label="Users" className="table-fixed">
    <thead>
      <Tr className="border-b!">
        <Th className="@4xl:w-[30%]">User</Th>
        <Th className="hidden @4xl:table-cell">Email</Th>
        <Th numeric className="w-28">
          Trial invoices
        </Th>
        <Th className="w-46">Status</Th>
        <Th className="w-30">Joined</Th>
      </Tr>
    </thead>
    <tbody>
      {users.map((user) => (
        <Row key={user.id} user={user} />
      ))}
    </tbody>
  </Table>
)

const Row = memo(({ user }: { user: UserRow }) => (
  <Tr className="hover:bg-sunken/50">
    <Td>
      <span className="flex items-center gap-3">
        <Avatar user={user} />
        <span className="min-w-0">
          <span className="line-clamp-2 font-medium [overflow-wrap:anywhere]" title={getUserName(user)}>
            <bdi>{getUserName(user)}</bdi>
          </span>
          {user.email && (
            <span className="block truncate text-[0.8125rem] text-muted @4xl:hidden" title={user.email}>
              {user.email}
            </span>
          )}
        </span>
      </span>
    </Td>
    <Td className="hidden text-muted @4xl:table-cell">
      {user.email && (
        <span className="line-clamp-2 [overflow-wrap:anywhere]" title={user.email}>
          {user.email}
        </span>
      )}
    </Td>
    <Td numeric>{formatTrialUsage(user)}</Td>
    <Td>
      <SubscriptionBadges user={user} />
    </Td>
    <Td className="whitespace-nowrap text-muted tabular-nums">{formatJoinDate(user)}</Td>
  </Tr>
))
