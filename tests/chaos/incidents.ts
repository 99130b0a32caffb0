import { execFile } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { Redis } from 'ioredis'
import { queryOnce } from '../support/embedded-postgres.ts'
import type { Cluster, LogStore, Member } from './cluster.ts'

/** Something that goes wrong for a while. */
export interface Incident {
  readonly name: string
  /** Keeps it up for `lastsMs`; resolves once its cause is removed. */
  readonly run: (cluster: Cluster, lastsMs: number, choose: Choose) => Promise<void>
}

/** Chooses one of several; the same one when a run is repeated with its seed. */
export type Choose = <A>(candidates: readonly A[]) => A

const withRole = ({ members }: Cluster, role: Member['role']) => members.filter((member) => member.role === role)

const dayMs = 86_400_000

const processIncidents = (['api', 'worker'] as const).flatMap((role): readonly Incident[] => {
  const name = role === 'api' ? 'an API process' : 'a worker'
  return [
    {
      name: `${name} is killed`,
      run: async (cluster, lastsMs, choose) => {
        const member = choose(withRole(cluster, role))
        await member.kill()
        await pause(lastsMs)
        await member.start()
      },
    },
    {
      name: `${name} hangs`,
      run: async (cluster, lastsMs, choose) => {
        const member = choose(withRole(cluster, role))
        member.signal('SIGSTOP')
        await pause(lastsMs)
        member.signal('SIGCONT')
      },
    },
    {
      name: `${name} is restarted`,
      run: async (cluster, lastsMs, choose) => {
        const member = choose(withRole(cluster, role))
        await member.stop()
        await pause(lastsMs)
        await member.start()
      },
    },
    {
      name: `the clock of ${name} is a day ahead`,
      run: async (cluster, lastsMs, choose) => {
        const member = choose(withRole(cluster, role))
        await member.stop()
        await member.start(dayMs)
        await pause(lastsMs)
        await member.stop()
        await member.start()
      },
    },
    {
      name: `${name} loses sight of Postgres`,
      run: async (cluster, lastsMs, choose) => {
        const { postgres } = choose(withRole(cluster, role))
        postgres.blackhole()
        await pause(lastsMs)
        postgres.restore()
      },
    },
  ]
})

const postgresIncidents: readonly Incident[] = [
  {
    name: 'Postgres is killed',
    run: async ({ postgres }, lastsMs) => {
      await postgres.kill()
      await pause(lastsMs)
      await postgres.start()
    },
  },
  {
    name: 'Postgres is restarted',
    run: async ({ postgres }, lastsMs) => {
      await postgres.stop()
      await pause(lastsMs)
      await postgres.start()
    },
  },
  {
    name: 'Postgres vanishes from the network',
    run: async ({ members }, lastsMs) => {
      for (const { postgres } of members) postgres.blackhole()
      await pause(lastsMs)
      for (const { postgres } of members) postgres.restore()
    },
  },
  {
    name: 'Postgres answers slowly',
    run: async ({ members }, lastsMs) => {
      for (const { postgres } of members) postgres.delay(150)
      await pause(lastsMs)
      for (const { postgres } of members) postgres.restore()
    },
  },
  {
    name: 'connections to Postgres are cut again and again',
    run: async ({ members }, lastsMs, choose) => {
      for (const until = performance.now() + lastsMs; performance.now() < until; await pause(300))
        choose(members).postgres.drop()
    },
  },
  {
    name: 'connections to Postgres are half closed',
    run: async ({ members }) => {
      for (const { postgres } of members) postgres.halfClose()
    },
  },
  {
    name: 'Postgres terminates all sessions',
    run: async ({ postgres }) => {
      await queryOnce(
        postgres.url,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where pid <> pg_backend_pid() and backend_type = 'client backend'`,
      )
    },
  },
  {
    name: 'a read model rejects every row',
    run: async ({ postgres, settings }, lastsMs) => {
      const [table] = (await queryOnce(
        postgres.url,
        `select relation from ops.builds where projection = 'reviews' and state = 'serving'`,
      )) as readonly { readonly relation: string }[]
      const alter = (what: string) => queryOnce(postgres.url, `alter table read.${table?.relation} ${what}`)
      await alter('add constraint chaos check (false) not valid')
      await pause(lastsMs)
      await alter('drop constraint chaos')
      await promisify(execFile)('node', ['infrastructure/cli/main.ts', 'projections', 'set-aside', 'retry'], {
        env: { ...process.env, ...settings },
      })
    },
  },
]

const eventStoreDbIncidents: readonly Incident[] = [
  {
    name: 'EventStoreDB is killed',
    run: async ({ eventStoreDb }, lastsMs) => {
      await eventStoreDb?.kill()
      await pause(lastsMs)
      await eventStoreDb?.start()
    },
  },
  {
    name: 'EventStoreDB is restarted',
    run: async ({ eventStoreDb }, lastsMs) => {
      await eventStoreDb?.stop()
      await pause(lastsMs)
      await eventStoreDb?.start()
    },
  },
  {
    name: 'EventStoreDB has a slow disk',
    run: async ({ eventStoreDb }, lastsMs) => {
      await eventStoreDb?.slowDownDisk(400)
      await pause(lastsMs)
      await eventStoreDb?.slowDownDisk(0)
    },
  },
  {
    name: 'EventStoreDB vanishes from the network',
    run: async ({ members }, lastsMs) => {
      for (const { eventStoreDb } of members) eventStoreDb?.blackhole()
      await pause(lastsMs)
      for (const { eventStoreDb } of members) eventStoreDb?.restore()
    },
  },
  {
    name: 'connections to EventStoreDB are cut again and again',
    run: async ({ members }, lastsMs, choose) => {
      for (const until = performance.now() + lastsMs; performance.now() < until; await pause(300))
        choose(members).eventStoreDb?.drop()
    },
  },
]

const otherIncidents: readonly Incident[] = [
  {
    name: 'Redis is restarted',
    run: ({ redis }) => redis.restart(),
  },
  {
    name: 'Redis comes back empty',
    run: ({ redis }) => redis.replace(),
  },
  {
    name: 'Redis loses its data',
    run: async ({ redis }) => {
      const client = new Redis(redis.url)
      await client.flushall()
      client.disconnect()
    },
  },
  {
    name: 'Redis hangs',
    run: async ({ redis }, lastsMs) => {
      redis.pause()
      await pause(lastsMs)
      redis.resume()
    },
  },
  {
    name: 'Redis vanishes from the network',
    run: async ({ members }, lastsMs) => {
      for (const { redis } of members) redis.blackhole()
      await pause(lastsMs)
      for (const { redis } of members) redis.restore()
    },
  },
  {
    name: 'a process loses sight of Redis',
    run: async ({ members }, lastsMs, choose) => {
      const { redis } = choose(members)
      redis.blackhole()
      await pause(lastsMs)
      redis.restore()
    },
  },
  {
    name: 'connections to Redis are cut',
    run: async ({ members }) => {
      for (const { redis } of members) redis.drop()
    },
  },
  {
    name: 'the mail server is away',
    run: async ({ mail }, lastsMs) => {
      await mail.stop()
      await pause(lastsMs)
      await mail.start()
    },
  },
]

const incidents: readonly Incident[] = [...processIncidents, ...postgresIncidents, ...otherIncidents]

export const incidentsOf = (log: LogStore): readonly Incident[] =>
  log === 'eventstoredb' ? [...eventStoreDbIncidents, ...incidents] : incidents
