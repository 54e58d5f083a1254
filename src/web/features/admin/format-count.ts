/** '1 user', '1,204 users'; 'The newest 60 users' where there are more than are here. */
export const formatCount = (count: number, noun: string, of: 'all' | 'so far'): string =>
  `${of === 'all' ? '' : 'The newest '}${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
