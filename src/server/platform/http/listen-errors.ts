import { SettingError } from '#server/platform/config/env.ts'

type ListenSettings = { port: [name: string, value: number]; host: [name: string, value: string] }

export const explainListenError = (error: unknown, { port: [portName, port], host: [hostName, host] }: ListenSettings): unknown => {
  const { code } = error as NodeJS.ErrnoException
  const because = (sentence: string) => new SettingError(sentence, { cause: error })
  if (code === 'EADDRINUSE')
    return because(`The port ${port} is already in use. Stop the process that uses it, or set ${portName} to another one.`)
  if (code === 'EACCES')
    return because(`This account may not open the port ${port}. Set ${portName} to a number above 1023, or put a proxy in front.`)
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code ?? ''))
    return because(`${hostName} must be a name or address of this machine, such as localhost or 0.0.0.0: ${host} is none (${code}).`)
  return error
}
