import { Socket } from 'node:net'

/**
 * A socket that sends everything written within one turn in one go. The driver writes each statement by itself, and handing a write to the
 * system costs more than making it: BEGIN, a query and COMMIT then leave together.
 */
export const batchedSocket = (): Socket => {
  const socket = new Socket()
  let collecting = false
  // Connecting puts the usual `write` back.
  socket.once('connect', () => {
    const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
    socket.write = ((...args: unknown[]) => {
      if (!collecting) {
        collecting = true
        socket.cork()
        process.nextTick(() => {
          collecting = false
          socket.uncork()
        })
      }
      return write(...args)
    }) as Socket['write']
  })
  return socket
}
