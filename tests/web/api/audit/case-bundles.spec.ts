import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { ApiClient } from '../../../support/api-client.ts'
import { downloadArchive } from '../../../support/audit/downloaded-archive.ts'
import { zipOf } from '../../../support/audit/test-archive.ts'
import { runOperatorCommand, startTestGarbo } from '../../../support/test-garbo.ts'
import { signUpBusiness, signUpClient, signUpModerator, signUpStaff } from '../../../support/users.ts'

const comment = '=CMD|zafferano, mai cambiate le lenzuola.'
const message = 'La camera descritta non esiste: zafferanopoli.'
const note = 'Zafferanata: mai visto in albergo.'
const evidence = 'https://prove.example.it/zafferano'

let garbo: Awaited<ReturnType<typeof startTestGarbo>>
let people: Readonly<Record<'lia' | 'rita' | 'sofia' | 'rosa' | 'ana' | 'ugo' | 'rino', ApiClient>>
let ids: Readonly<Record<'ana' | 'rosa' | 'ugo' | 'lia', string>>
let rino: Awaited<ReturnType<typeof signUpBusiness>>
let reviewId = ''
beforeAll(async () => {
  garbo = await startTestGarbo()
  const rosa = await signUpBusiness(garbo, 'rosa')
  const [ana, ugo] = [await signUpClient(garbo, 'ana'), await signUpClient(garbo, 'ugo')]
  const lia = await signUpModerator(garbo, 'lia')
  rino = await signUpBusiness(garbo, 'rino')
  const idOf = async (browser: ApiClient) => ((await browser.get('/api/auth/user')).body as { id: string }).id
  people = {
    rosa: rosa.browser,
    ana: ana.browser,
    ugo: ugo.browser,
    lia: lia.browser,
    rita: (await signUpStaff(garbo, 'rita', 'REVISORE')).browser,
    sofia: (await signUpStaff(garbo, 'sofia', 'ADMIN')).browser,
    // a competitor of the venue
    rino: rino.browser,
  }
  ids = { ana: await idOf(ana.browser), rosa: rosa.id, ugo: await idOf(ugo.browser), lia: await idOf(lia.browser) }
  const review = { rating: 1, comment, reasonCode: 'SERVICE', targetType: 'BUSINESS', targetId: rosa.id }
  const { body } = await people.ana.post('/api/reviews', review, people.ana.idempotencyKey())
  reviewId = (body as { id: string }).id
  await people.ugo.post(`/api/reviews/${reviewId}/flag`, { reason: 'FAKE', note }, people.ugo.idempotencyKey())
  const dispute = { reason: 'OTHER', message, evidenceUrls: [evidence] }
  await people.rosa.post(`/api/reviews/${reviewId}/dispute`, dispute, people.rosa.idempotencyKey())
  const verdict = {
    status: 'RESOLVED_REJECTED',
    resolution: 'La recensione rispetta le regole.',
    moderatorNotes: 'Zafferanosa.',
  }
  await people.lia.patch(`/api/admin/disputes/${reviewId}`, verdict)
})
afterAll(() => garbo.stop())

const pathOf = (caseId: string) => `/api/audit/cases/${caseId}/bundle`
const download = (viewer: keyof typeof people, caseId = `dispute-${reviewId}`) =>
  downloadArchive(garbo, people[viewer], pathOf(caseId))
type Entry = string | { readonly eventId: string; readonly type: string; readonly leafHash: string }
interface Timeline {
  readonly viewer: string
  readonly moments: readonly { readonly what: string; readonly precision: string; readonly eventId: string | null }[]
}

describe('D-62: the bundle of a case', () => {
  it('is a zip of the files that a reader needs, which prove themselves', async () => {
    const bundle = await download('rita')
    expect([bundle.status, bundle.disposition]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="garbo-caso-dispute-[\w-]+-\d{4}-\d\d-\d\d\.zip"$/),
    ])
    expect([...bundle.files.keys()]).toEqual(
      expect.arrayContaining([
        'LEGGIMI.txt',
        'timeline.json',
        'timeline.pdf',
        'events.json',
        'proofs.json',
        'checkpoint.txt',
        'keys.json',
        'opened.json',
        'impronte.json',
        'verifica.html',
        'verifica.mjs',
      ]),
    )
    expect([await bundle.problems(), await bundle.faults()]).toEqual([[], []])
    expect(bundle.textOf('LEGGIMI.txt')).toContain('/api/audit/keys')
    expect(
      Buffer.from(bundle.files.get('timeline.pdf') ?? '')
        .subarray(0, 5)
        .toString(),
    ).toBe('%PDF-')
  })

  it.each(['rita', 'sofia'] as const)(
    'is sealed for %s of the staff, with every event as it is stored',
    async (who) => {
      const bundle = await download(who)
      const events = bundle.json('events.json') as readonly Entry[]
      const { viewer, moments } = bundle.json('timeline.json') as Timeline
      expect([viewer, events.length]).toEqual(['auditor', moments.length])
      expect(events.every((event) => typeof event === 'string')).toBe(true)
      expect(moments.map(({ what }) => what)).toEqual(
        expect.arrayContaining(['ReviewSubmitted', 'ReviewFlagged', 'DisputeOpened', 'CaseOpened', 'DisputeRejected']),
      )
      expect(bundle.json('opened.json')).toEqual([])
      expect(bundle.allText()).not.toMatch(/zafferan/i)
    },
  )

  it('has for the author the own words, proved, and nothing of moderators and reporters', async () => {
    const bundle = await download('ana')
    expect([await bundle.problems(), await bundle.faults()]).toEqual([[], []])
    const opened = bundle.json('opened.json') as readonly { field: string; value: unknown; key: string | null }[]
    expect(opened).toContainEqual({
      eventId: expect.any(String),
      field: 'comment',
      value: comment,
      key: expect.any(String),
    })
    const leaves = (bundle.json('events.json') as readonly Entry[]).filter((event) => typeof event === 'string')
    expect(leaves.map((leaf) => (JSON.parse(leaf) as { type: string }).type)).toEqual([
      'ReviewSubmitted',
      'DisputeOpened',
    ])
    for (const text of [ids.lia, ids.ugo, note, evidence, 'Zafferanosa']) expect(bundle.allText()).not.toContain(text)
    expect(bundle.allText()).toContain(message)
  })

  it('Q-60: names to the venue neither the author nor the time of the review', async () => {
    const bundle = await download('rosa')
    expect([await bundle.problems(), await bundle.faults()]).toEqual([[], []])
    for (const text of [ids.ana, ids.lia, ids.ugo, note, 'Zafferanosa']) expect(bundle.allText()).not.toContain(text)
    const events = bundle.json('events.json') as readonly Exclude<Entry, string>[]
    expect(events.every((event) => typeof event === 'object')).toBe(true)
    const review = events.find(({ type }) => type === 'ReviewSubmitted')
    expect(review).toEqual({ eventId: 'riservato-1', type: 'ReviewSubmitted', leafHash: '' })
    const { rows } = await garbo.database.pool.query<{ id: string }>(
      'select e.id from log.events e join log.types t using (type_no) where t.name = $1',
      ['ReviewSubmitted'],
    )
    expect(bundle.allText()).not.toContain(rows[0]?.id ?? bundle.allText())
    const { moments } = bundle.json('timeline.json') as Timeline
    expect(moments.filter(({ precision, eventId }) => precision === 'day' && eventId !== null)).toEqual([])
    expect(moments.find(({ what }) => what === 'DisputeOpened')?.eventId).toEqual(expect.any(String))
    expect(bundle.json('evidence/indirizzi.json')).toEqual([evidence])
  })

  it('is refused to moderators, to those who are no party, and to staff with a conflict of interest', async () => {
    expect((await download('lia')).status).toBe(403)
    expect((await download('ugo')).status).toBe(404)
    expect((await download('rosa', `flag-${reviewId}-1`)).status).toBe(404)
    expect((await downloadArchive(garbo, garbo.visitor(), pathOf(`dispute-${reviewId}`))).status).toBe(401)
    await runOperatorCommand(garbo, 'role', 'grant', rino.email, 'REVISORE')
    expect((await download('rino')).status).toBe(403)
    expect((await download('rita', 'dispute-mai')).status).toBe(404)
  })

  it('D-61: is checked by an operator without settings, who exits with 1 for a changed one', async () => {
    const { files } = await download('rita')
    const folder = await mkdtemp(join(tmpdir(), 'garbo-bundle-'))
    onTestFinished(() => rm(folder, { recursive: true }))
    const check = async (changes: Readonly<Record<string, Uint8Array>>) => {
      const zip = join(folder, 'caso.zip')
      await writeFile(zip, await zipOf(new Map([...files, ...Object.entries(changes)])))
      return runOperatorCommand(garbo, 'audit', 'check', zip)
    }
    expect(await check({})).toContain('Corrisponde, se le chiavi in keys.json sono quelle di Garbo.')
    await expect(check({ 'timeline.json': Buffer.from('{}') })).rejects.toMatchObject({
      code: 1,
      stdout: expect.stringContaining('✗ timeline.json: è cambiato'),
    })
  })

  it('is recorded where staff download it, and shown to the parties', async () => {
    const own = async () => (await people.ana.get('/api/user/access-log')).body
    await expect
      .poll(own, { timeout: 5_000 })
      .toContainEqual(expect.objectContaining({ what: 'staff-read', role: 'REVISORE', why: 'Archivio di un caso' }))
  })
})
