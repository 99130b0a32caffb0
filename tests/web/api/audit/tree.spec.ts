import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { hashLeaf, isConsistent, rootFromInclusion } from '../../../support/audit/rfc9162.ts'
import { startTestGarbo } from '../../../support/test-garbo.ts'
import { waitUntil } from '../../../infrastructure/projections/reader-process.ts'
import { signUpBusiness, signUpClient, signUpStaff } from '../../../support/users.ts'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let rosa: Awaited<ReturnType<typeof signUpBusiness>>
let ana: Awaited<ReturnType<typeof signUpClient>>
let rita: Awaited<ReturnType<typeof signUpStaff>>
beforeAll(async () => {
  garbo = await startTestGarbo()
  rosa = await signUpBusiness(garbo, 'rosa')
  ana = await signUpClient(garbo, 'ana')
  rita = await signUpStaff(garbo, 'rita', 'REVISORE')
  const review = {
    targetType: 'BUSINESS',
    targetId: rosa.id,
    rating: 4,
    comment: 'Bella vista.',
    reasonCode: 'LOCATION',
  }
  await ana.browser.post('/api/reviews', review, ana.browser.idempotencyKey())
  await waitUntil(async () => (await newest()).treeSize === (await countEvents()))
})
afterAll(() => garbo.stop())

interface Checkpoint {
  readonly treeSize: number
  readonly rootHash: string
  readonly keyId: string
  readonly note: string
  readonly signature: string
}
const visitor = () => garbo.visitor()
const checkpoints = async (query = '') =>
  (await visitor().get(`/api/audit/checkpoints${query}`)).body as readonly Checkpoint[]
const newest = async () => (await checkpoints('?limit=1'))[0] ?? { treeSize: 0, rootHash: '', note: '' }
const countEvents = async () => {
  const { rows } = await garbo.database.pool.query<{ count: number }>('select count(*)::int as count from log.events')
  return rows[0]?.count ?? 0
}
const eventOf = async (type: string) => {
  const { rows } = await garbo.database.pool.query<{ id: string }>(
    'select e.id from log.events e join log.types t using (type_no) where t.name = $1 order by e.position limit 1',
    [type],
  )
  return rows[0]?.id ?? ''
}
const hex = (hash: string) => Buffer.from(hash, 'hex')
interface Proof {
  readonly leaf: string
  readonly leafHash: string
  readonly leafIndex: number
  readonly treeSize: number
  readonly path: readonly string[]
  readonly rootHash: string
  readonly checkpoint: string | null
}
const prove = (browser: ApiClient, eventId: string, query = '') => browser.get(`/api/audit/proofs/${eventId}${query}`)
const rootOf = ({ leaf, leafIndex, treeSize, path }: Proof) =>
  rootFromInclusion(hashLeaf(leaf), leafIndex, treeSize, path.map(hex))?.toString('hex')

describe('the checkpoints of the log (D-15)', () => {
  it('are public, newest first, and signed by a published key', async () => {
    const all = await checkpoints()
    expect(all.map(({ treeSize }) => treeSize)).toEqual(all.map(({ treeSize }) => treeSize).toSorted((a, b) => b - a))
    const keys = (await visitor().get('/api/audit/keys')).body as readonly { keyId: string; publicKey: string }[]
    expect(keys).toMatchObject([{ until: null }])
    expect(all.every(({ keyId }) => keyId === keys[0]?.keyId)).toBe(true)
    const { note, treeSize, rootHash } = await newest()
    expect(note.split('\n').slice(0, 3)).toEqual(['localhost', String(treeSize), hex(rootHash).toString('base64')])
  })

  it.each(['0', '1001', 'x', '-1'])('answer 400 to a limit of %s', async (limit) => {
    expect((await visitor().get(`/api/audit/checkpoints?limit=${limit}`)).status).toBe(400)
  })

  it('are each the beginning of every later one', async () => {
    const [to, ...earlier] = await checkpoints()
    for (const from of earlier) {
      const query = `from=${from.treeSize}&to=${to?.treeSize}`
      const { body } = await visitor().get(`/api/audit/consistency?${query}`)
      const { path, fromRoot, toRoot } = body as { path: string[]; fromRoot: string; toRoot: string }
      expect([fromRoot, toRoot]).toEqual([from.rootHash, to?.rootHash])
      const [before, after] = [from, to].map((one) => ({ size: one?.treeSize ?? 0, root: hex(one?.rootHash ?? '') }))
      expect(before && after && isConsistent(before, after, path.map(hex))).toBe(true)
    }
  })

  it('need no path to themselves', async () => {
    const { treeSize } = await newest()
    const { body } = await visitor().get(`/api/audit/consistency?from=${treeSize}&to=${treeSize}`)
    expect(body).toMatchObject({ from: treeSize, to: treeSize, path: [] })
  })

  it.each(['from=0&to=1', 'from=2&to=1', 'from=1&to=999999', 'from=x&to=2', 'from=1', 'from=1.5&to=2'])(
    'answer 400 to a proof of %s',
    async (query) => {
      const { status, body } = await visitor().get(`/api/audit/consistency?${query}`)
      expect([status, (body as { message: string }).message]).toEqual([400, expect.stringMatching(/[a-z]{3}/)])
    },
  )
})

describe('the proof of an event (D-15)', () => {
  it('leads auditors from the stored event to the root of the newest checkpoint', async () => {
    const { status, body } = await prove(rita.browser, await eventOf('ReviewSubmitted'))
    const proof = body as Proof
    const { treeSize, rootHash, note } = await newest()
    expect(status).toBe(200)
    expect(proof).toMatchObject({
      treeSize,
      rootHash,
      checkpoint: note,
      leafHash: hashLeaf(proof.leaf).toString('hex'),
    })
    expect(rootOf(proof)).toBe(rootHash)
    expect(JSON.parse(proof.leaf)).toMatchObject({ type: 'ReviewSubmitted', data: { targetId: rosa.id } })
    expect(proof.leaf).not.toContain('Bella vista')
  })

  it('is given for any earlier size that holds it, signed or not', async () => {
    const first = await eventOf('BusinessRegistered')
    const { leafIndex } = (await prove(rita.browser, first)).body as Proof
    const { body } = await prove(rita.browser, first, `?size=${leafIndex + 1}`)
    expect(rootOf(body as Proof)).toBe((body as Proof).rootHash)
  })

  it.each([
    ['0', 400],
    ['999999', 400],
    ['x', 400],
    ['1', 400],
  ])('answers to a size of %s with %i', async (size, expected) => {
    const { status } = await prove(rita.browser, await eventOf('ReviewSubmitted'), `?size=${size}`)
    expect(status).toBe(expected)
  })

  it('is given to people for what they did, and for nothing else, so that no leaf names an author', async () => {
    const submitted = await eventOf('ReviewSubmitted')
    expect((await prove(ana.browser, submitted)).status).toBe(200)
    expect((await prove(rosa.browser, submitted)).status).toBe(404)
    expect((await prove(ana.browser, await eventOf('StarsCounted'))).status).toBe(404)
    expect((await prove(visitor(), submitted)).status).toBe(401)
    expect((await prove(rita.browser, crypto.randomUUID())).status).toBe(404)
    expect((await prove(rita.browser, 'nessuno')).status).toBe(400)
  })

  it('does not name the author to the venue that disputes the review, replies to it or flags it', async () => {
    const reviewId = ((await ana.browser.get('/api/reviews/mine')).body as readonly { id: string }[])[0]?.id ?? ''
    const { browser } = rosa
    const reply = await browser.send('PUT', `/api/reviews/${reviewId}/reply`, {
      text: 'Grazie della recensione, a presto.',
    })
    const dispute = {
      reason: 'INCORRECT_INFO',
      message: 'La camera descritta non è una delle nostre.',
      evidenceUrls: [],
    }
    const disputed = await browser.post(`/api/reviews/${reviewId}/dispute`, dispute, browser.idempotencyKey())
    const flagged = await browser.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE' }, browser.idempotencyKey())
    expect([reply.status, disputed.status, flagged.status]).toEqual([200, 201, 201])
    const size = await countEvents()
    await waitUntil(async () => (await newest()).treeSize >= size)
    for (const type of ['ReplyPublished', 'DisputeOpened', 'ReviewFlagged'])
      expect([type, (await prove(browser, await eventOf(type))).status]).toEqual([type, 404])
  })

  it('is recorded where staff read it, and shown to the person', async () => {
    await prove(rita.browser, await eventOf('ReviewSubmitted'))
    const own = async () => (await ana.browser.get('/api/user/access-log')).body
    await expect
      .poll(own, { timeout: 5_000 })
      .toContainEqual(expect.objectContaining({ what: 'staff-read', role: 'REVISORE', why: 'Prova di un evento' }))
  })

  it('is still given after the person was erased, for the same leaf', async () => {
    const lia = await signUpClient(garbo, 'lia')
    const registered = async () => {
      const { rows } = await garbo.database.pool.query<{ id: string }>(
        `select e.id from log.events e join log.types t using (type_no)
         where t.name = 'EmailConfirmed' order by e.position desc limit 1`,
      )
      return rows[0]?.id ?? ''
    }
    const id = await registered()
    await expect.poll(async () => (await prove(rita.browser, id)).status, { timeout: 5_000 }).toBe(200)
    const { leaf } = (await prove(rita.browser, id)).body as Proof
    const confirmation = { confirmationText: 'ELIMINA IL MIO ACCOUNT', password: 'Benvenuti.2026!' }
    expect((await lia.browser.post('/api/user/delete-account', confirmation)).status).toBe(204)
    const erased = async () =>
      (await garbo.database.pool.query('select from read.erasures where erased_at is not null')).rows.length
    await expect.poll(erased, { timeout: 15_000 }).toBe(1)
    const after = (await prove(rita.browser, id)).body as Proof
    expect(after.leaf).toBe(leaf)
    expect(rootOf(after)).toBe(after.rootHash)
  })
})
