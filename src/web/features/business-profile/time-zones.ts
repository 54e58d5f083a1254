export type ZoneGroup = { region: string; zones: { zone: string; city: string }[] }

/** All zones that this browser knows, by region: 'America/Argentina/Salta' is 'Argentina / Salta' in 'America'. @param saved is among them in any case */
export const zoneGroups = (saved: string): ZoneGroup[] => {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(saved ? [saved] : [])])
  const groups = Map.groupBy([...zones].sort(), (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other'))
  return [...groups].map(([region, members]) => ({
    region,
    zones: members.map((zone) => ({ zone, city: zone.replace(`${region}/`, '').replaceAll('/', ' / ').replaceAll('_', ' ') })),
  }))
}
