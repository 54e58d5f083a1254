/** Currencies by the decimals of their unit at Stripe: docs.stripe.com/currencies. */
const withTwoDecimals = `usd aed afn all amd ang aoa ars aud awg azn bam bbd bdt bmd bnd bob brl bsd bwp byn bzd cad cdf chf cny cop crc cve czk dkk dop dzd egp
  etb eur fjd fkp gbp gel gip gmd gtq gyd hkd hnl htg huf idr ils inr isk jmd kes kgs khr kyd kzt lak lbp lkr lrd lsl mad mdl mkd mmk mnt mop mur mvr mwk mxn myr
  mzn nad ngn nio nok npr nzd pab pen pgk php pkr pln qar ron rsd sar sbd scr sek sgd shp sos srd szl thb tjs top try ttd twd tzs uah ugx uyu uzs wst xcd yer zar
  zmw`
const byDecimals: Record<number, ReadonlySet<string>> = {
  0: new Set('bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ')),
  2: new Set(withTwoDecimals.split(/\s+/)),
  3: new Set('bhd jod kwd omr tnd'.split(' ')),
}

/** Undefined for a currency that Stripe doesn't take. */
export const getUnitDecimals = (currency: string): number | undefined => {
  const found = Object.entries(byDecimals).find(([, currencies]) => currencies.has(currency))
  return found && Number(found[0])
}

/** Their amounts end in 00, though the unit has two decimals. */
const wholeInHundredths = new Set(['isk', 'ugx'])

/** What an amount in Stripe's unit must be a multiple of: dinars have no thousandths. */
export const getMultiple = (currency: string): number => (getUnitDecimals(currency) === 3 ? 10 : wholeInHundredths.has(currency) ? 100 : 1)

/** 12345, 'usd' -> '$123.45'; 500, 'jpy' -> '¥500'. */
export const formatMoney = (amount: number, currency: string): string =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency }).format(amount / 10 ** (getUnitDecimals(currency) ?? 2))
