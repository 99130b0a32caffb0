import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { knownSigner, verifierKeyOf } from '../../support/audit/test-witness.ts'
import { startTestGarbo } from '../../support/test-garbo.ts'
import { signUpClient } from '../../support/users.ts'
import { waitUntil } from '../projections/reader-process.ts'
import { witnessFile } from './witness-file.ts'

const signer = knownSigner('witness.example/w1', 7)
let garbo: Awaited<ReturnType<typeof startTestGarbo>>
beforeAll(async () => {
  garbo = await startTestGarbo({ AUDIT_WITNESSES: verifierKeyOf(signer) })
})
afterAll(() => garbo.stop())

/** No setting of Garbo, as on a machine of somebody else. */
const env = { PATH: process.env['PATH'], NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] }
const program = (file: string, ...more: readonly string[]) =>
  ['infrastructure/cli/main.ts', 'audit', 'witness', '--from', garbo.address, '--state', file].concat(more)
/** Runs one round of a witness; resolves to its exit code and what it wrote. */
const look = (file: string) =>
  new Promise<{ readonly code: unknown; readonly stdout: string; readonly stderr: string }>((resolve) => {
    execFile('node', program(file, '--once'), { env }, (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stdout, stderr }),
    )
  })

const count = async () =>
  (await garbo.database.pool.query<{ n: number }>('select count(*)::int as n from log.events')).rows[0]?.n ?? 0
const newest = async () =>
  (
    (await garbo.visitor().get('/api/audit/checkpoints?limit=1')).body as { treeSize: number; cosignatures: string[] }[]
  )[0]
const sealed = async () => waitUntil(async () => (await newest())?.treeSize === (await count()))
let people = 0
const happen = async () => {
  await signUpClient(garbo, `ospite${++people}`)
  await sealed()
}

/** Runs statements as only the owner of the database can: without the triggers that protect the log and its checkpoints. */
const asOwner = async (statements: string) => {
  const { pool } = garbo.database
  await pool.query('alter table log.events disable trigger all; alter table audit.checkpoints disable trigger all')
  await pool.query(statements)
  await pool.query(`alter table log.events enable always trigger events_stay;
    alter table audit.checkpoints enable trigger all`)
}
/** Changes the oldest event, builds the tree again from the log and signs it with the real key. */
const rewriteLog = async () => {
  await asOwner(`update log.events set meta = replace(meta::text, '"occurredAt":"20', '"occurredAt":"19')::json
    where position = (select min(position) from log.events)`)
  // Garbo has the last events in memory
  await garbo.restart({})
  await asOwner(`delete from audit.checkpoints; delete from audit.tiles; delete from audit.leaves;
    delete from ops.checkpoints where name = 'tree'; delete from ops.leases where name = 'tree'`)
  await sealed()
}
/**
 * Removes the last events, so that an earlier checkpoint, with its real signature, is the newest one, and takes the tree away
 * from Garbo, which has the removed events in memory.
 */
const removeLastEvents = (size: number) =>
  asOwner(`delete from log.events where position > (select position::bigint from audit.leaves where leaf_index = ${size - 1});
    delete from audit.checkpoints where tree_size > ${size};
    update ops.checkpoints set fence = fence + 1000 where name = 'tree';
    update ops.leases set holder = gen_random_uuid(), fence = fence + 1000, until = now() + interval '1 hour'
      where name = 'tree'`)

// programs are started, and Garbo is restarted
describe('garbo audit witness (D-15)', { timeout: 120_000 }, () => {
  it('needs no settings, cosigns, and its line is shown', async () => {
    await happen()
    const { code, stdout, stderr } = await look(witnessFile(signer))
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toContain(`Verifier key of this witness: ${verifierKeyOf(signer)}`)
    expect((await newest())?.cosignatures).toHaveLength(1)
  })

  it('exits with 1 once the owner of the database has rewritten an event and signed the tree again', async () => {
    await happen()
    const file = witnessFile(signer)
    expect((await look(file)).code).toBe(0)
    const before = readFileSync(file, 'utf8')
    await rewriteLog()
    await happen()
    const { code, stderr } = await look(file)
    expect([code, stderr]).toEqual([1, expect.stringContaining('The log has forked')])
    expect(readFileSync(file, 'utf8')).toBe(before)
    // without the memory of a witness, nobody can tell
    expect((await look(witnessFile())).code).toBe(0)
  })

  it('exits with 1 once the last events were removed', async () => {
    await happen()
    const { treeSize = 0 } = (await newest()) ?? {}
    await happen()
    const file = witnessFile(signer)
    expect((await look(file)).code).toBe(0)
    await removeLastEvents(treeSize)
    const { code, stderr } = await look(file)
    expect([code, stderr]).toEqual([
      1,
      expect.stringContaining(`The log has become shorter: it has ${treeSize} events`),
    ])
    expect((await look(witnessFile())).code).toBe(0)
  })

  it('runs until it is stopped, and then ends well', async () => {
    const file = witnessFile()
    const running = spawn('node', program(file), { env, stdio: 'ignore' })
    const ended = once(running, 'exit')
    await waitUntil(async () => existsSync(file))
    running.kill('SIGTERM')
    expect((await ended)[0]).toBe(0)
  })

  it.each([
    ['--from', 'garbo'],
    ['--name', 'con spazi'],
  ])('explains what is wrong with %s %s', async (option, value) => {
    const words = program(witnessFile(), '--once', option, value)
    const said = await new Promise<string>((resolve) => {
      execFile('node', words, { env }, (_, __, stderr) => resolve(stderr))
    })
    expect(said).toContain(value)
  })
})
