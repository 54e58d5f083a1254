export const WithoutRate = ({ count }: { count: number }) =>
  count === 0 ? null : ` without ${count} that ${count === 1 ? 'has' : 'have'} no exchange rate`
