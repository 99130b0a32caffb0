import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { bullJobs } from '../../../infrastructure/jobs/bull-jobs.ts'
import { jobOf, recordRuns, until } from '../../contract/jobs/test-kit.ts'
import { testDatabase } from '../../support/database.ts'

const database = await testDatabase()
afterAll(database.drop)

const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
const fields = Buffer.from('SFATAL\0VFATAL\0C57P01\0Mterminating connection due to administrator command\0\0')
const terminated = Buffer.concat([Buffer.from([0x45, 0, 0, 0, fields.length + 4]), fields])

/** Ends the second session, the first one of the LISTEN client, together with the message that it is ready. */
const terminatingProxy = async (target: string) => {
  const { hostname, port } = new URL(target)
  let opened = 0
  let ended = 0
  const server = createServer((client) => {
    const isSecond = ++opened === 2
    const upstream = connect(Number(port), hostname)
    client.on('data', (data) => upstream.write(data)).on('error', () => upstream.destroy())
    client.on('close', () => upstream.destroy())
    upstream.on('error', () => client.destroy()).on('close', () => client.end())
    upstream.on('data', (data) => {
      const isEnding = isSecond && data.subarray(-readyForQuery.length).equals(readyForQuery)
      if (!isEnding) return void client.write(data)
      ended++
      client.end(Buffer.concat([data, terminated]))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const address = server.address() as AddressInfo
  return { url: Object.assign(new URL(target), { port: String(address.port) }).href, ended: () => ended }
}

it('a session that ends as soon as it is open does not end the process; the worker opens another', async () => {
  const { url, ended } = await terminatingProxy(database.url)
  const jobs = bullJobs({ store: { kind: 'postgres', url } })
  onTestFinished(jobs.close)
  const seen = recordRuns()
  await jobs.work('q', seen.handler)
  expect(ended()).toBe(1)
  const others = bullJobs({ store: { kind: 'postgres', url: database.url } })
  onTestFinished(others.close)
  await others.add([jobOf('q')])
  await until(() => seen.runs.length === 1)
})

/** Sessions whose last statement was to listen. */
const listening = `from pg_stat_activity where datname = current_database() and query ~* '^\\s*(--.*\\n\\s*)*listen'`

it('all workers of a process listen on one connection, and all find their jobs after it is lost', async () => {
  const warnings: string[] = []
  const onWarning = ({ message }: Error) => warnings.push(message)
  process.on('warning', onWarning)
  onTestFinished(() => void process.off('warning', onWarning))
  const jobs = bullJobs({ store: { kind: 'postgres', url: database.url } })
  onTestFinished(jobs.close)
  const queues = Array.from({ length: 8 }, (_, i) => `q-${i}`)
  const seen = recordRuns()
  for (const queue of queues) await jobs.work(queue, seen.handler)
  const count = async () => (await database.pool.query(`select ${listening}`)).rowCount
  await expect.poll(count).toBe(1)
  await database.pool.query(`select pg_terminate_backend(pid) ${listening}`)
  const others = bullJobs({ store: { kind: 'postgres', url: database.url } })
  onTestFinished(others.close)
  await others.add(queues.map((queue) => jobOf(queue)))
  await until(() => seen.runs.length === queues.length)
  await expect.poll(count).toBe(1)
  expect(warnings, 'one statement at a time').toEqual([])
})
