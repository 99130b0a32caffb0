// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { avaRules } from '../../../../../domain/ava/rules.ts'
import { rewardRules } from '../../../../../domain/rewards/rules.ts'
import { avaRuleSetsResponse } from '../../../../../web/api/ava/responses.ts'
import { settings } from '../../../../../web/app/settings.ts'
import { at } from '../../../../support/sample-values.ts'
import { visitor } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { failure, ok, ruleSettings } from '../../support/stub-server.ts'
import { communityTexts } from '../../../../../web/app/pages/marketing/community.texts.ts'
import { privacyPolicyTexts } from '../../../../../web/app/pages/marketing/privacy-policy.texts.ts'

const addressOf = (name: string) => screen.getByRole('link', { name }).getAttribute('href')

describe('the community guidelines', () => {
  const read = async () => {
    const { user } = renderApp('/community-guidelines', visitor)
    await screen.findByRole('heading', { level: 1, name: 'Regole della community' })
    return user
  }
  const rowOf = (reward: string) => screen.getByRole('row', { name: new RegExp(reward) }).textContent

  it('R-30: link from their header to login, registration and the first page', async () => {
    await read()
    await screen.findByRole('link', { name: 'Accedi' })
    const header = within(screen.getByRole('banner'))
    expect(header.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual(['/', '/login', '/register'])
  })

  it('R-30: end with links to registration and back', async () => {
    await read()
    expect(addressOf('Registra la tua attività')).toBe('/register')
    expect(addressOf('Torna alla pagina iniziale')).toBe('/')
  })

  it('B-21, B-22, B-23: show the rewards from the domain’s rules', async () => {
    await read()
    const { cross, elite, reviews } = rewardRules
    const [first, loyal] = reviews
    expect(rowOf('Prima recensione')).toContain(`${first?.percent}%`)
    expect(rowOf('Cliente fedele')).toContain(`${loyal?.reviews}ª`)
    expect(rowOf('Cliente fedele')).toContain(`${loyal?.percent}%`)
    expect(rowOf('Sconto multi-struttura')).toContain(`${cross.venues} strutture diverse.${cross.percent}%`)
    expect(rowOf('Bonus Elite')).toContain(`${elite.venues} strutture diverse.${elite.percent}%`)
    expect(screen.getByText(`Regolamento delle ricompense, versione ${rewardRules.version}.`)).toBeTruthy()
  })

  it('B-24, Q-62: show the two tiers with the domain’s thresholds and discounts as “up to”', async () => {
    await read()
    const [top, trusted] = rewardRules.tiers
    expect(rowOf('Cliente Top')).toContain(`${top?.ratings} soggiorni`)
    expect(rowOf('Cliente Top')).toContain('4,5 stelle')
    expect(rowOf('Cliente Top')).toContain('fino al 20%')
    expect(rowOf('Cliente Fidato')).toContain(`${trusted?.ratings} soggiorni`)
    expect(rowOf('Cliente Fidato')).toContain('4,0 stelle')
    expect(rowOf('Cliente Fidato')).toContain('fino al 15%')
  })

  it('B-30, B-47, T-180: show the AVA rules, the dispute deadline and the promotion', async () => {
    await read()
    expect(screen.getByText(new RegExp(`Ogni ${avaRules.contributionsPerAva} valutazioni`))).toBeTruthy()
    expect(await screen.findByText(/entro 5 giorni lavorativi/)).toBeTruthy()
    expect(screen.getByText('I primi 100 clienti ricevono il 50% di punti extra.')).toBeTruthy()
  })

  it('B-47, Q-50, Q-67: show the parameters as configured', async () => {
    const configured = { ...ruleSettings, disputeWorkingDays: 8, reviewIntervalDays: 1, rewardMonths: 6 }
    renderApp('/community-guidelines', { ...visitor, 'GET /api/rule-settings': ok(configured) })
    expect(await screen.findByText(/arriva di norma entro 8 giorni lavorativi\.$/)).toBeTruthy()
    expect(screen.getByText(/fra una e l’altra passano di norma 1 giorno\.$/)).toBeTruthy()
    expect(screen.getByText(/^Un codice sconto vale di norma 6 mesi e si usa una volta sola/)).toBeTruthy()
  })

  it('leave the configured parameters out while they are unknown', async () => {
    renderApp('/community-guidelines', { ...visitor, 'GET /api/rule-settings': failure(500, 'boom') })
    expect(await screen.findByText('Per ogni struttura conta la tua recensione più recente.')).toBeTruthy()
    expect(screen.getByText(/spiegando perché\.$/)).toBeTruthy()
    expect(screen.getByText(/^Un codice sconto si usa una volta sola/)).toBeTruthy()
  })

  it('B-31, Q-68, T-197: announce the second AVA rule set as planned', async () => {
    await read()
    const soon = await screen.findByText(/^In arrivo: 1 AVA per ogni valutazione da 5 stelle/)
    expect(soon.textContent).toMatch(
      /5 per il primo soggiorno.*10 dopo 5 strutture.*fino a 50.*non fanno guadagnare AVA/,
    )
  })

  it('B-31, Q-68: show it as active once it is, and never as planned', async () => {
    const rules = avaRuleSetsResponse([{ version: 2, from: at('2026-04-01') }])
    renderApp('/community-guidelines', { ...visitor, 'GET /api/ava/rules': ok(rules) })
    expect(await screen.findByText(/^Chi soggiorna guadagna 1 AVA per ogni valutazione da 5 stelle/)).toBeTruthy()
    expect(screen.queryByText(/^In arrivo/)).toBeNull()
  })

  it('B-31, Q-68: show nothing about it while the active set is unknown', async () => {
    renderApp('/community-guidelines', { ...visitor, 'GET /api/ava/rules': failure(503, 'Riprova tra poco.') })
    await screen.findByRole('heading', { level: 1, name: 'Regole della community' })
    expect(screen.getByText(/^Ogni 10 valutazioni/)).toBeTruthy()
    expect(screen.queryByText(/valutazione da 5 stelle ricevuta/)).toBeNull()
  })

  it('Q-55: list the four sanctions in order', async () => {
    await read()
    const steps = within(screen.getByRole('region', { name: 'Sanzioni' })).getAllByRole('listitem')
    const measures = ['Avviso', 'Sospensione di 7 giorni', 'Sospensione di 30 giorni', 'Sospensione permanente']
    expect(steps.map((step, index) => step.textContent?.includes(measures[index] ?? '?'))).toEqual([
      true,
      true,
      true,
      true,
    ])
  })

  it('link their table of contents to each part', async () => {
    const user = await read()
    await user.click(screen.getByRole('link', { name: communityTexts.sanctions.title }))
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Sanzioni' }))
  })
})

describe('the privacy notice', () => {
  const read = async (path = '/privacy-policy') => {
    renderApp(path, visitor)
    await screen.findByRole('heading', { level: 1, name: 'Informativa sulla privacy' })
  }

  it('R-31, C-38: shows its last change and links to the first page', async () => {
    await read()
    expect(screen.getByText('Ultimo aggiornamento: 11 agosto 2025')).toBeTruthy()
    expect(addressOf('Torna alla pagina iniziale')).toBe('/')
  })

  it('Q-38: names the contact, legal bases, rights and authority', async () => {
    await read()
    const said = screen.getByRole('main').textContent
    for (const words of [settings.supportEmail, 'art. 6.1.b', 'art. 6.1.f', 'artt. 15–22', 'Garante per la protezione'])
      expect(said).toContain(words)
  })

  it('Q-38: shows the durations as configured', async () => {
    const configured = { ...ruleSettings, sessionMaxDays: 2, rewardMonths: 6 }
    renderApp('/privacy-policy', { ...visitor, 'GET /api/rule-settings': ok(configured) })
    const durations = await screen.findByText(
      /Una sessione dura al massimo 2 giorni; un codice di verifica, pochi minuti\./,
    )
    expect(durations.textContent).toMatch(/Un codice sconto vale di norma 6 mesi\.$/)
  })

  it('Q-38: lists every part in its contents', async () => {
    await read()
    for (const { title } of privacyPolicyTexts.sections)
      expect(screen.getByRole('region', { name: title })).toBeTruthy()
    expect(privacyPolicyTexts.sections.map(({ title }) => addressOf(title))).toEqual(
      privacyPolicyTexts.sections.map(({ id }) => `/privacy-policy#${id}`),
    )
  })

  it('R-06: opens at data deletion from the footer link', async () => {
    await read(settings.pages.dataDeletion)
    expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Eliminazione dei dati' }))
  })
})
