import { type Env, isLoopback } from './env.ts'
import { environmentSchema } from './environment-schema.ts'

type Variables = Record<string, string | undefined>

const countEdits = (from: string, to: string): number => {
  let [previous, row]: [number[], number[]] = [[], Array.from({ length: to.length + 1 }, (_, j) => j)]
  for (let i = 1; i <= from.length; i++) {
    const next = [i]
    for (let j = 1; j <= to.length; j++) {
      const isSame = from[i - 1] === to[j - 1]
      const isSwapped = i > 1 && j > 1 && from[i - 1] === to[j - 2] && from[i - 2] === to[j - 1]
      const edits = [row[j]! + 1, next[j - 1]! + 1, row[j - 1]! + (isSame ? 0 : 1), ...(isSwapped ? [previous[j - 2]! + 1] : [])]
      next.push(Math.min(...edits))
    }
    ;[previous, row] = [row, next]
  }
  return row.at(-1)!
}

const settings = Object.keys(environmentSchema.shape)
/** A short name is soon similar to another one: HOME and HOST differ by two letters. */
const getMaxEdits = ({ length }: string) => (length < 8 ? 1 : length < 15 ? 2 : 3)

/** They would silently leave a setting's default in place. */
const findMisspelled = (variables: Variables): string[] =>
  Object.entries(variables).flatMap(([name, value]) => {
    if (!value || settings.includes(name)) return []
    const meant = settings.find((setting) => countEdits(name.toUpperCase(), setting) <= getMaxEdits(setting))
    return meant ? [`${name} is not a setting of Billfold and has no effect. Is ${meant} meant?`] : []
  })

const getPublicWarnings = (variables: Variables, env: Env): string[] => {
  const address = env.publicUrl.origin
  if (isLoopback(env.publicUrl.hostname))
    return isLoopback(env.host) || env.publicUrlIsSet
      ? []
      : [`PUBLIC_URL is not set, but HOST lets other machines in: links in emails lead to ${address}. Set it to the address in browsers.`]
  const warnings: [boolean, string][] = [
    [
      env.publicUrl.protocol === 'http:',
      `PUBLIC_URL is http: passwords and books travel unencrypted to ${address}. Put a proxy with TLS in front and set PUBLIC_URL to its https address.`,
    ],
    [
      env.trustedProxies.length === 0,
      'TRUSTED_PROXIES is not set: behind a proxy all visitors share its address, so one can lock out all others. Set it to the address from which the proxy connects.',
    ],
    [env.smtpUrl === null, 'SMTP_URL is not set: no email leaves this server, neither invoices nor links for a forgotten password.'],
    [
      env.smtpUrl !== null && !variables.MAIL_FROM,
      'MAIL_FROM is not set: emails come from an address that does not exist, which mail servers refuse. Set it to one of your domain.',
    ],
  ]
  return warnings.flatMap(([applies, text]) => (applies ? [text] : []))
}

export const findSettingWarnings = (variables: Variables, env: Env): string[] => [
  ...findMisspelled(variables),
  ...getPublicWarnings(variables, env),
]
