import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { runAttacks } from './fairness/attacks.ts'
import { type Environment, startEnvironment } from './fairness/environment.ts'
import type { StatusCounts } from './fairness/noisy-neighbors.ts'
import { isSmoke } from './support/args.ts'
import { getProcessTree, getResidentMb } from './support/processes.ts'
import { median, percentile, roundSignificant } from './support/stats.ts'

// Measures the noisy-neighbor effect: the latencies of one account alone, and beside five accounts that send expensive requests without a pause,
// such as unlimited lists, hundreds of megabytes of estimates, PDFs and emails of very large documents, exports, imports and archives. All of them
// use one server with default settings. Then the latencies of an account while others attack the server (`fairness/attacks.ts`).
//   node bench/fairness.ts [--seconds 60] [--neighbors 5] [--items 90000] [--estimates 70] [--smoke]
//   node bench/fairness.ts --attacks [part of a name] [--seconds 10] [--rounds 3] [--items 90000] [--rest 60] [--smoke]

const readFlag = (name: string, fallback: number, smoke: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? (isSmoke ? smoke : fallback) : Number(process.argv[at + 1])
}
const seconds = readFlag('seconds', 60, 1)
const sizes = {
  neighbors: readFlag('neighbors', 5, 1),
  items: readFlag('items', 90_000, 200),
  estimates: readFlag('estimates', 70, 1),
  largeInvoices: isSmoke ? 3 : 12,
  resets: isSmoke ? 10 : seconds * 4 + 20,
}

/** The measured account's requests and their intervals. `run` resolves to milliseconds. */
const createProbes = (
  { app: { origin }, owner, measured, waitForEmail }: Environment,
  invoiceIds: number[],
  publicIds: Map<number, string>,
) => {
  let failures = 0
  const call = async (method: string, path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {}) => {
    const response = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { cookie: measured.cookie, ...headers },
      ...(body !== undefined && { body }),
    })
    await response.arrayBuffer()
    if (response.status >= 400) {
      failures++
      console.error(`${method} ${path}: ${response.status}`)
    }
    return response
  }
  /** The milliseconds until the work is done, or until the time that it returns. */
  const measure = async (work: () => Promise<unknown>) => {
    const startedAt = performance.now()
    const end = await work()
    return (typeof end === 'number' ? end : performance.now()) - startedAt
  }
  const takeInvoice = () => invoiceIds.pop()!
  let resets = 0
  const probes: Record<string, { everyMs: number; run: () => Promise<number> }> = {
    'list of 50 invoices': { everyMs: 50, run: () => measure(() => call('GET', '/api/invoices?limit=50')) },
    'PDF of an invoice': { everyMs: 250, run: () => measure(() => call('GET', `/api/invoices/${takeInvoice()}/pdf`)) },
    'invoice email': {
      everyMs: 1000,
      run: () => {
        const id = takeInvoice()
        return measure(async () => {
          const address = `customer${id}@example.com`
          const received = waitForEmail(address)
          await call('POST', `/api/invoices/${id}/send-email`)
          return received
        })
      },
    },
    'password reset': {
      everyMs: 1000,
      run: () =>
        measure(async () => {
          const address = `reset${resets++}@example.com`
          const received = waitForEmail(address)
          await call('POST', '/sign-in/forgot-password', {
            headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
            body: new URLSearchParams({ email: address }).toString(),
          })
          return received
        }),
    },
    'payment event': {
      everyMs: 1500,
      run: async () => {
        const id = takeInvoice()
        const checkout = await call('GET', `/pay/${publicIds.get(id)}/checkout`)
        const page = checkout.headers.get('location')!
        return measure(async () => {
          await payAtCheckout(page, '4242424242424242')
          for (;;) {
            const { rows } = await owner.query("select 1 from documents where id = $1 and status = 'paid'", [id])
            if (rows.length > 0) return
            await sleep(5)
          }
        })
      },
    },
  }
  return { probes, countFailures: () => failures }
}

/** Runs the probes for `ms` milliseconds. @returns the latencies by probe */
const runProbes = async ({ probes }: Pick<ReturnType<typeof createProbes>, 'probes'>, ms: number) => {
  const until = performance.now() + ms
  const latencies: Record<string, number[]> = {}
  await Promise.all(
    Object.entries(probes).map(async ([name, { everyMs, run }]) => {
      const times: number[] = []
      latencies[name] = times
      for (let at = performance.now(); at < until; at = performance.now()) {
        times.push(await run())
        await sleep(Math.max(0, everyMs - (performance.now() - at)))
      }
    }),
  )
  return latencies
}

/** Watches the peak memory of the server, its PDF processes and the database, in megabytes. @returns stops watching */
const watchMemory = ({ app, postmaster }: Environment) => {
  const peak = { server: 0, 'PDF processes': 0, database: 0 }
  const sample = () => {
    const sumResidentMb = (pids: number[]) => pids.reduce((sum, pid) => sum + getResidentMb(pid), 0)
    const [server, ...children] = getProcessTree(app.process.pid!)
    peak.server = Math.max(peak.server, getResidentMb(server!))
    peak['PDF processes'] = Math.max(peak['PDF processes'], sumResidentMb(children.filter((pid) => pid !== postmaster)))
    peak.database = Math.max(peak.database, sumResidentMb(getProcessTree(postmaster)))
  }
  const timer = setInterval(sample, 250)
  return () => {
    clearInterval(timer)
    sample()
    return peak
  }
}

const measureNeighbors = async () => {
  const environment = await startEnvironment(sizes)
  try {
    const { rows } = await environment.owner.query<{ id: number; public_id: string }>(
      `update documents d set customer_snapshot = jsonb_build_object('name', 'Customer', 'email', 'customer' || d.id || '@example.com')
     from public_links l where l.user_id = $1 and l.document_id = d.id and d.user_id = $1 and d.status = 'sent'
       and not exists (select 1 from payments where user_id = $1 and document_id = d.id)
     returning d.id, l.public_id`,
      [environment.measured.userId],
    )
    await environment.owner.query(
      `with own as (insert into customers (user_id, name, email) select $1, 'Customer ' || id, 'customer' || id || '@example.com' from unnest($2::bigint[]) id returning id, email)
     update documents d set customer_id = own.id from own where d.user_id = $1 and own.email = 'customer' || d.id || '@example.com'`,
      [environment.measured.userId, rows.map(({ id }) => id)],
    )
    const account = createProbes(
      environment,
      rows.map(({ id }) => id),
      new Map(rows.map(({ id, public_id }) => [id, public_id])),
    )
    // A warm-up for connections, query plans and fonts.
    await runProbes(account, isSmoke ? 500 : 3000)
    const stopWatchingAlone = watchMemory(environment)
    const alone = await runProbes(account, seconds * 1000)
    const memoryAlone = stopWatchingAlone()

    const neighbors = fork(new URL('./fairness/noisy-neighbors.ts', import.meta.url))
    // A low priority: sending requests and reading responses must not slow the server.
    setPriority(neighbors.pid!, 19)
    neighbors.send({ origin: environment.app.origin, accounts: environment.neighbors })
    await sleep(isSmoke ? 500 : 5000)
    const stopWatchingBeside = watchMemory(environment)
    const beside = await runProbes(account, seconds * 1000)
    const memoryBeside = stopWatchingBeside()
    const statusCounts = await new Promise<StatusCounts>((resolve, reject) => {
      neighbors.once('message', (counts: StatusCounts) => resolve(counts))
      neighbors.once('exit', (code) => reject(new Error(`the process of the neighbors ended with ${code}`)))
      neighbors.send('stop')
    })
    neighbors.kill()

    console.log(`\nOne account alone and beside ${sizes.neighbors} noisy neighbors, ${seconds} s each; latencies in milliseconds`)
    console.table(
      Object.fromEntries(
        Object.entries(alone).map(([name, times]) => {
          const besideTimes = beside[name]!
          const ratio = percentile(besideTimes, 0.99) / percentile(times, 0.99)
          return [
            name,
            {
              count: times.length,
              p50: roundSignificant(median(times)),
              p99: roundSignificant(percentile(times, 0.99)),
              'count, beside': besideTimes.length,
              'p50, beside': roundSignificant(median(besideTimes)),
              'p99, beside': roundSignificant(percentile(besideTimes, 0.99)),
              'max, beside': roundSignificant(Math.max(...besideTimes)),
              'p99 / p99': roundSignificant(ratio),
            },
          ]
        }),
      ),
    )
    console.log('Peak memory, MB')
    console.table({ alone: memoryAlone, beside: memoryBeside })
    console.log('Responses to the neighbors')
    console.table(statusCounts)
    console.log(`Refused or failed requests of the measured account: ${account.countFailures()}`)
    const errors = environment.app
      .log()
      .split('\n')
      .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
    if (errors.length > 0) console.log(`Errors in the log: ${errors.length}\n${errors.slice(0, 3).join('\n')}`)
  } finally {
    await environment.close()
  }
}

const attacksAt = process.argv.indexOf('--attacks')
const attackName = process.argv[attacksAt + 1] ?? ''
if (attacksAt < 0) await measureNeighbors()
if (attacksAt >= 0 || isSmoke) {
  const attackSizes = {
    seconds: readFlag('seconds', 10, 1),
    rounds: readFlag('rounds', 3, 1),
    records: sizes.items,
    restSeconds: readFlag('rest', 60, 0),
  }
  const violations = await runAttacks(attackSizes, attacksAt < 0 || attackName.startsWith('--') ? '' : attackName)
  console.log(violations.length === 0 ? 'No attack exceeded a limit.' : `Beyond the limits:\n${violations.join('\n')}`)
  if (violations.length > 0 && !isSmoke) process.exitCode = 1
}
