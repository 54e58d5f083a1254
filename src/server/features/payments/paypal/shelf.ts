/** What is good until some moment, in milliseconds since 1970. */
export type ExpiringToken = { value: string; goodUntil: number }

type Entry = { making: Promise<ExpiringToken>; made: ExpiringToken | null }

/** Enough for all who are paid within the same hour. */
const most = 1000

/** Keeps what takes a call to make, as long as it is good. The oldest goes when there are too many. */
export const createTokenCache = () => {
  const entries = new Map<string, Entry>()
  return {
    /** What is there, or what `make` makes. Those who ask while it is made wait for the same; a failure isn't kept. */
    get: async (key: string, make: () => Promise<ExpiringToken>): Promise<string> => {
      const known = entries.get(key)
      if (known && (!known.made || known.made.goodUntil > Date.now())) return (await known.making).value
      const entry: Entry = { making: make(), made: null }
      entries.delete(key)
      entries.set(key, entry)
      if (entries.size > most) entries.delete(entries.keys().next().value!)
      try {
        entry.made = await entry.making
        return entry.made.value
      } catch (error) {
        if (entries.get(key) === entry) entries.delete(key)
        throw error
      }
    },
    /** Drops the value if it is still the one that stands there. */
    drop: (key: string, value: string): void => {
      if (entries.get(key)?.made?.value === value) entries.delete(key)
    },
  }
}
