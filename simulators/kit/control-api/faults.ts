import { expandFault, type Fault } from './fault.ts'

/** The faults that are armed. Each is used up by `count` requests to its route. */
export const faultBox = () => {
  const armed: { fault: Fault; left: number }[] = []
  return {
    add: (wire: unknown) => {
      const fault = expandFault(wire)
      armed.push({ fault, left: fault.count })
      return fault
    },
    /** The first armed fault for 'POST /v1/checkout/sessions' and the like, which is thereby used once. */
    take: (routeName: string): Fault | null => {
      const found = armed.find(({ fault, left }) => left > 0 && (fault.route === '*' || fault.route === routeName))
      if (!found) return null
      found.left -= 1
      return found.fault
    },
    clear: () => {
      armed.length = 0
    },
    list: () => armed.map(({ fault, left }) => ({ ...fault, left })),
  }
}
export type FaultBox = ReturnType<typeof faultBox>
