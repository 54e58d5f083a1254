/** Says how many documents a sum leaves out, since they have no exchange rate yet. */
export const WithoutRate = ({ count }: { count: number }) =>
  count === 0 ? null : ` without ${count} that ${count === 1 ? 'has' : 'have'} no exchange rate`
