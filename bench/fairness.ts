import { fork } from 'node:child_process'
import { setPriority } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { payAtCheckout } from '#server/testing/pay-at-checkout.ts'
import { type Environment, startEnvironment } from './fairness/environment.ts'
import type { StatusCounts } from './fairness/noisy-neighbors.ts'
import { getProcessTree, getResidentMb } from './support/processes.ts'

// What a quiet business feels of five hostile ones that do all that is heavy at once: unlimited lists of many items, hundreds of megabytes of
// estimates, PDFs and emails of endless documents, exports, imports, archives. Everything goes through one server with its default settings.
//   node bench/fairness.ts [--seconds 60] [--hostile 5] [--items 90000] [--estimates 70]
//   node bench/fairness.ts --smoke      a run of seconds, that shows that it works

const isSmoke = process.argv.includes('--smoke')
const flag = (name: string, usual: number, smoke: number) => {
  const at = process.argv.indexOf(`--${name}`)
  return at < 0 ? (isSmoke ? smoke : usual) : Number(process.argv[at + 1])
}
const seconds = flag('seconds', 60, 2)
const sizes = {
  hostile: flag('hostile', 5, 2),
  items: flag('items', 90_000, 2_000),
  estimates: flag('estimates', 70, 3),
  resets: seconds * 4 + 20,
}

/** What the quiet business does, and how often it begins. Each answers milliseconds. */
const probesOf = ({ app: { origin }, owner, quiet, arrival }: Environment, invoiceIds: number[], publicIds: Map<number, string>) => {
  let wrong = 0
  const call = async (method: string, path: string, { headers = {}, body }: { headers?: Record<string, string>; body?: string } = {}) => {
    const reply = await fetch(origin + path, {
      method,
      redirect: 'manual',
      headers: { cookie: quiet.cookie, ...headers },
      ...(body !== undefined && { body }),
    })
    await reply.arrayBuffer()
    if (reply.status >= 400) {
      wrong++
      console.error(`${method} ${path}: ${reply.status}`)
    }
    return reply
  }
  /** Until the work is done, or until the moment that it says. */
  const timed = async (work: () => Promise<unknown>) => {
    const began = performance.now()
    const end = await work()
    return (typeof end === 'number' ? end : performance.now()) - began
  }
  const next = () => invoiceIds.pop()!
  let reset = 0
  const probes: Record<string, { everyMs: number; once: () => Promise<number> }> = {
    'list of 50 invoices': { everyMs: 50, once: () => timed(() => call('GET', '/api/invoices?limit=50')) },
    'PDF of an invoice': { everyMs: 250, once: () => timed(() => call('GET', `/api/invoices/${next()}/pdf`)) },
    'invoice email': {
      everyMs: 1000,
      once: () => {
        const id = next()
        return timed(async () => {
          const address = `customer${id}@example.com`
          const there = arrival(address)
          await call('POST', `/api/invoices/${id}/send-email`)
          return there
        })
      },
    },
    'password reset': {
      everyMs: 1000,
      once: () =>
        timed(async () => {
          const address = `forgetful${reset++}@example.com`
          const there = arrival(address)
          await call('POST', '/sign-in/forgot-password', {
            headers: { 'content-type': 'application/x-www-form-urlencoded', origin },
            body: new URLSearchParams({ email: address }).toString(),
          })
          return there
        }),
    },
    'payment event': {
      everyMs: 1500,
      once: async () => {
        const id = next()
        const opened = await call('GET', `/pay/${publicIds.get(id)}/checkout`)
        const page = opened.headers.get('location')!
        return timed(async () => {
          await payAtCheckout(page, '4242424242424242')
          for (;;) {
            const { rows } = await owner.query("select 1 from invoices where id = $1 and status = 'paid'", [id])
            if (rows.length > 0) return
            await sleep(5)
          }
        })
      },
    },
  }
  return { probes, wrong: () => wrong }
}

const during = async ({ probes }: Pick<ReturnType<typeof probesOf>, 'probes'>, ms: number) => {
  const until = performance.now() + ms
  const found: Record<string, number[]> = {}
  await Promise.all(
    Object.entries(probes).map(async ([name, { everyMs, once }]) => {
      const times: number[] = []
      found[name] = times
      for (let at = performance.now(); at < until; at = performance.now()) {
        times.push(await once())
        await sleep(Math.max(0, everyMs - (performance.now() - at)))
      }
    }),
  )
  return found
}

/** The most that the server, its PDF processes and the database keep in memory meanwhile, in megabytes. */
const watchMemory = ({ app, postmaster }: Environment) => {
  const most = { server: 0, 'PDF processes': 0, database: 0 }
  const look = () => {
    const of = (pids: number[]) => pids.reduce((sum, pid) => sum + getResidentMb(pid), 0)
    const [server, ...children] = getProcessTree(app.process.pid!)
    most.server = Math.max(most.server, getResidentMb(server!))
    most['PDF processes'] = Math.max(most['PDF processes'], of(children.filter((pid) => pid !== postmaster)))
    most.database = Math.max(most.database, of(getProcessTree(postmaster)))
  }
  const timer = setInterval(look, 250)
  return () => {
    clearInterval(timer)
    look()
    return most
  }
}

const part = (times: number[], share: number) =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * share))]!
const rounded = (ms: number) => Number(ms.toPrecision(3))

const site = await startEnvironment(sizes)
try {
  const { rows } = await site.owner.query<{ id: number; public_id: string }>(
    `update invoices i set customer_as_sent = jsonb_build_object('name', 'Customer', 'email', 'customer' || i.id || '@example.com')
     from public_invoices p where p.invoice_id = i.id and i.user_id = $1 and i.status = 'sent' and not exists (select 1 from payments where invoice_id = i.id)
     returning i.id, p.public_id`,
    [site.quiet.userId],
  )
  await site.owner.query(
    `with own as (insert into customers (user_id, name, email) select $1, 'Customer ' || id, 'customer' || id || '@example.com' from unnest($2::int[]) id returning id, email)
     update invoices i set customer_id = own.id from own where i.user_id = $1 and own.email = 'customer' || i.id || '@example.com'`,
    [site.quiet.userId, rows.map(({ id }) => id)],
  )
  const quiet = probesOf(
    site,
    rows.map(({ id }) => id),
    new Map(rows.map(({ id, public_id }) => [id, public_id])),
  )
  // Connections, plans and fonts are there afterwards.
  await during(quiet, 3000)
  const memoryBefore = watchMemory(site)
  const before = await during(quiet, seconds * 1000)
  const quietMemory = memoryBefore()

  const attackers = fork(new URL('./fairness/noisy-neighbors.ts', import.meta.url))
  // They are on machines of their own: what it costs to ask and to read the answers is not the server's.
  setPriority(attackers.pid!, 19)
  attackers.send({ origin: site.app.origin, accounts: site.hostile })
  await sleep(isSmoke ? 500 : 5000)
  const memoryDuring = watchMemory(site)
  const under = await during(quiet, seconds * 1000)
  const attackMemory = memoryDuring()
  const answers = await new Promise<StatusCounts>((resolve, reject) => {
    attackers.once('message', (all: StatusCounts) => resolve(all))
    attackers.once('exit', (code) => reject(new Error(`the attackers ended with ${code}`)))
    attackers.send('stop')
  })
  attackers.kill()

  console.log(`\nOne quiet business, alone and beside ${sizes.hostile} hostile ones, ${seconds} s each; milliseconds`)
  console.table(
    Object.fromEntries(
      Object.entries(before).map(([name, times]) => {
        const attacked = under[name]!
        const ratio = part(attacked, 0.99) / part(times, 0.99)
        return [
          name,
          {
            count: times.length,
            p50: rounded(part(times, 0.5)),
            p99: rounded(part(times, 0.99)),
            'count, attacked': attacked.length,
            'p50, attacked': rounded(part(attacked, 0.5)),
            'p99, attacked': rounded(part(attacked, 0.99)),
            'most, attacked': rounded(Math.max(...attacked)),
            'p99 / p99': rounded(ratio),
          },
        ]
      }),
    ),
  )
  console.log('Most memory, MB')
  console.table({ quiet: quietMemory, attacked: attackMemory })
  console.log('What the hostile ones were answered')
  console.table(answers)
  console.log(`Refused or failed calls of the quiet business: ${quiet.wrong()}`)
  const errors = site.app
    .log()
    .split('\n')
    .filter((line) => /"level":(50|60|"error"|"fatal")/.test(line))
  if (errors.length > 0) console.log(`Errors in the log: ${errors.length}\n${errors.slice(0, 3).join('\n')}`)
} finally {
  await site.close()
}
