import type { FastifyRequest } from 'fastify'

/** Whether a browser, or a program that checks links, asks ahead of any click: nobody looks at the answer yet. */
export const isPrefetch = ({ method, headers }: Pick<FastifyRequest, 'method' | 'headers'>): boolean =>
  method === 'HEAD' ||
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => /prefetch|prerender|preview/i.test(String(headers[name] ?? '')))
