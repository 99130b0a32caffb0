// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaRuleSetsResponse } from '../../../../../web/api/ava/responses.ts'
import type { User } from '../../../../../web/contract/accounts/authentication.ts'
import type { RuleBookView, RuleDraft } from '../../../../../web/contract/ava/rule-sets.ts'
import { ruleSetSamples } from '../../../../support/ava/event-samples.ts'
import { at } from '../../../../support/sample-values.ts'
import { giulia, locanda, moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, created, failure, neverAnswers, ok } from '../../support/stub-server.ts'

const admin: User = { ...locanda, staffRoles: ['ADMIN'], permissions: ['moderate', 'administer'] }
const [books, drafting] = ['GET /api/admin/rulebooks', 'POST /api/admin/rulebooks/ava/drafts']
const [simulating, activating] = ['simulate', 'activate'].map((deed) => `${drafting}/bozza/${deed}`) as [string, string]

const figures = { ...ruleSetSamples.RuleSetSimulated.figures, parts: [{ reason: 'FIRST_STAY', amount: 200 }] }
const draftActions = {
  drafted: ['simulate'],
  simulating: [],
  simulated: ['simulate', 'activate'],
  activated: [],
} satisfies Record<RuleDraft['status'], RuleDraft['actions']>
const draft = (status: RuleDraft['status']): RuleDraft => ({
  id: 'bozza',
  actions: draftActions[status],
  version: 2,
  status,
  running: status === 'simulating',
  figures: status === 'simulated' || status === 'activated' ? figures : null,
  at: at('2026-04-08'),
})
const book = (drafts: readonly RuleDraft[] = [], since: string | null = null): RuleBookView => ({
  name: 'ava',
  since,
  sets: avaRuleSetsResponse(since === null ? [] : [{ version: 2, from: at('2026-04-08') }]).map((set) => ({
    ...set,
    draftable: !set.inForce && !drafts.some(({ version, status }) => version === set.version && status !== 'activated'),
  })),
  drafts: [...drafts],
})
const shown = (one: RuleBookView): Answers => ({ ...signedInAs(admin), [books]: ok([one]) })
const setOf = async (name: string) => within(await screen.findByRole('region', { name }))

describe('the AVA rules page for administrators (Q-68)', () => {
  it('shows the active set and what each set credits (B-30, B-31, B-32)', async () => {
    renderApp('/admin/rulebooks', shown(book()))
    const first = await setOf('Versione 1')
    expect(first.getByText('In vigore')).toBeTruthy()
    expect(first.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
      '1 AVA ogni 10 valutazioni o recensioni fatte',
      '1 AVA ogni 100 € di prenotazioni',
    ])
    const second = await setOf('Versione 2')
    expect(second.getByText('Non in vigore')).toBeTruthy()
    expect(second.getByText(/^1 AVA per ogni valutazione da 5 stelle ricevuta, 5 per il primo/)).toBeTruthy()
    expect(first.queryByRole('button')).toBeNull()
  })

  it('shows that there is no draft', async () => {
    renderApp('/admin/rulebooks', shown(book()))
    expect(await (await setOf('Bozze')).findByText(/^Non ci sono bozze/)).toBeTruthy()
  })

  it('shows that it is loading', async () => {
    renderApp('/admin/rulebooks', { ...signedInAs(admin), [books]: neverAnswers })
    expect(await screen.findByText('Caricamento in corso…')).toBeTruthy()
  })

  it('shows an error', async () => {
    renderApp('/admin/rulebooks', { ...signedInAs(admin), [books]: failure(503, 'Riprova tra poco.') })
    expect(await screen.findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })

  it.each([
    ['a client', giulia],
    ['a moderator', moderator],
  ])('rejects %s without a request', async (_, user) => {
    const { server } = renderApp('/admin/rulebooks', signedInAs(user))
    expect(await screen.findByText(/^Questa pagina è riservata agli amministratori/)).toBeTruthy()
    expect(server.to(books)).toEqual([])
  })

  it('drafts, simulates, shows and activates a rule set', async () => {
    let now = book()
    const becomes = (next: RuleBookView) => () => {
      now = next
      return created(next)
    }
    const { user, server } = renderApp('/admin/rulebooks', {
      ...signedInAs(admin),
      [books]: () => ok([now]),
      [drafting]: becomes(book([draft('drafted')])),
      [simulating]: becomes(book([draft('simulated')])),
      [activating]: becomes(book([draft('activated')], at('2026-04-08'))),
    })
    await user.click(await (await setOf('Versione 2')).findByRole('button', { name: 'Prepara una bozza' }))
    const drafts = await setOf('Bozze')
    expect(await drafts.findByText('Da simulare')).toBeTruthy()
    expect(server.to(drafting)).toMatchObject([{ body: { version: 2 } }])
    expect((await setOf('Versione 2')).queryByRole('button')).toBeNull()

    await user.click(drafts.getByRole('button', { name: 'Simula sui dati passati' }))
    expect(await drafts.findByText('240 AVA')).toBeTruthy()
    expect(drafts.getByText('Primi soggiorni')).toBeTruthy()

    await user.click(drafts.getByRole('button', { name: 'Attiva' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Attivare la versione 2?' }))
    expect(dialog.getByText(/Quello che è già stato guadagnato resta com’è/)).toBeTruthy()
    await user.click(dialog.getByRole('button', { name: 'Attiva' }))
    expect(await (await setOf('Versione 2')).findByText('In vigore dall’8 aprile 2026.')).toBeTruthy()
    expect(await screen.findByText('La versione 2 è in vigore.')).toBeTruthy()
  })

  it('shows a running simulation without buttons', async () => {
    renderApp('/admin/rulebooks', shown(book([draft('simulating')])))
    const drafts = await setOf('Bozze')
    expect((await drafts.findByRole('status')).textContent).toContain('Simulazione in corso…')
    expect(drafts.queryByRole('button')).toBeNull()
  })

  it('allows a new simulation after ten minutes without a result', async () => {
    const { user, server } = renderApp('/admin/rulebooks', {
      ...shown(book([{ ...draft('simulating'), running: false, actions: ['simulate'] }])),
      [simulating]: ok(book([draft('simulating')])),
    })
    await user.click(await (await setOf('Bozze')).findByRole('button', { name: 'Simula di nuovo' }))
    expect(server.to(simulating)).toHaveLength(1)
  })

  it('shows next to the draft why activation was rejected', async () => {
    const rejection = 'Prima di attivare la bozza, simulala sui dati passati.'
    const { user } = renderApp('/admin/rulebooks', {
      ...shown(book([draft('simulated')])),
      [activating]: failure(409, rejection, 'RuleDraftNotSimulated'),
    })
    await user.click(await (await setOf('Bozze')).findByRole('button', { name: 'Attiva' }))
    const dialog = within(await screen.findByRole('dialog'))
    await user.click(dialog.getByRole('button', { name: 'Attiva' }))
    expect((await dialog.findByRole('alert')).textContent).toBe(rejection)
  })
})

describe('the AVA wallet of a guest (B-31)', () => {
  it('explains stay earnings once they are active', async () => {
    const rules = { 'GET /api/ava/rules': ok(avaRuleSetsResponse([{ version: 2, from: at('2026-04-01') }])) }
    renderApp('/ava-wallet', { ...signedInAs(giulia), ...rules })
    expect(await screen.findByText(/Chi soggiorna guadagna 1 AVA per ogni valutazione/)).toBeTruthy()
  })
})
