import { useQuery } from '@tanstack/react-query'
import { exchangeRateEndpoints } from '#modules/exchange-rates/model.ts'
import { exchangeRateInput } from '#shared/contract/fields.ts'
import type { Currency } from '#shared/currencies.ts'
import { formatDay, isDay } from '#shared/dates.ts'
import type { Rate } from '#shared/exchange-rates.ts'
import { call } from '#web/lib/api/client.ts'
import { useHomeCurrency } from '#web/lib/session/home-currency.tsx'

/** None in the home currency, or while the day is being typed. */
export const useSuggestedRate = (currency: Currency, day: string) => {
  const home = useHomeCurrency()
  const { data, isFetching } = useQuery({
    queryKey: [exchangeRateEndpoints.suggestion.path, currency, day],
    queryFn: ({ signal }) => call(exchangeRateEndpoints.suggestion, { query: { currency, day }, signal }),
    enabled: currency !== home && isDay(day),
  })
  return { suggestion: data?.suggestion ?? null, isLoading: isFetching }
}

const sources = { typed: 'Entered for', file: 'Imported for', ecb: 'European Central Bank,' }

/** "European Central Bank, Nov 20, 2026"; '' where no rate is needed. */
export const describeRate = ({ rateDay, rateSource }: { rateDay: string | null; rateSource: keyof typeof sources | null }): string =>
  rateDay && rateSource ? `${sources[rateSource]} ${formatDay(rateDay)}` : ''

export const parseRate = (text: string): Rate | null => exchangeRateInput.safeParse(text).data ?? null
