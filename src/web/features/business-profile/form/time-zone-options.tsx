import { useState } from 'react'

type ZoneGroup = { region: string; zones: { zone: string; city: string }[] }

/** 'America/Argentina/Salta' is 'Argentina / Salta' in 'America'. @param saved always included */
const groupTimeZones = (saved: string): ZoneGroup[] => {
  const zones = new Set([...Intl.supportedValuesOf('timeZone'), 'UTC', ...(saved ? [saved] : [])])
  const groups = Map.groupBy([...zones].sort(), (zone) => (zone.includes('/') ? zone.slice(0, zone.indexOf('/')) : 'Other'))
  return [...groups].map(([region, members]) => ({
    region,
    zones: members.map((zone) => ({ zone, city: zone.replace(`${region}/`, '').replaceAll('/', ' / ').replaceAll('_', ' ') })),
  }))
}

export const TimeZoneOptions = ({ saved }: { saved: string }) => {
  // About four hundred options: computed once, not on every render.
  const [groups] = useState(() => groupTimeZones(saved))
  return groups.map(({ region, zones }) => (
    <optgroup key={region} label={region}>
      {zones.map(({ zone, city }) => (
        <option key={zone} value={zone}>
          {city}
        </option>
      ))}
    </optgroup>
  ))
}
