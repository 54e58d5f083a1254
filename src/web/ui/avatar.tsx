import { useState } from 'react'
import { initials, type UserName } from '#shared/user-names.ts'

export const Avatar = ({ user }: { user: UserName & { profileImageUrl: string | null } }) => {
  const [broken, setBroken] = useState(false)
  return user.profileImageUrl && !broken ? (
    <img
      src={user.profileImageUrl}
      alt=""
      width={32}
      height={32}
      referrerPolicy="no-referrer"
      className="size-8 shrink-0 rounded-full object-cover"
      onError={() => setBroken(true)}
    />
  ) : (
    <span className="grid size-8 shrink-0 place-items-center rounded-full bg-accent-soft font-semibold text-accent text-xs" aria-hidden>
      {initials(user)}
    </span>
  )
}
