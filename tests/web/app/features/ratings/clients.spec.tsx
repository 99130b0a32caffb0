// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { guest } from '../../support/fixtures.ts'
import { locanda, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, ok } from '../../support/stub-server.ts'

const businessAnswers: Answers = { ...signedInAs(locanda), 'GET /api/clients': ok([guest]) }
const openDialog = async (button: string, title: string, answers: Answers = {}) => {
  const opened = renderApp('/clients', { ...businessAnswers, ...answers })
  await opened.user.click(await screen.findByRole('button', { name: `${button} ${guest.name}` }))
  return { ...opened, dialog: within(await screen.findByRole('dialog', { name: title })) }
}

describe('Q-63: badges for businesses', () => {
  it.each([
    ['top', 'Cliente Top', 15],
    ['top', 'Cliente Top', 20],
    ['trusted', 'Cliente Fidato', 10],
    ['new', 'Nuovo Cliente', 10],
  ] as const)('B-17, B-18: show the tier %s as “%s” with a discount of %s%%', async (tier, badge, discount) => {
    const client = { ...guest, tierBadge: tier, badgeDiscountPercent: discount }
    renderApp('/dashboard', { ...businessAnswers, 'GET /api/clients/top': ok([client]) })
    const card = within(await screen.findByRole('region', { name: 'I tuoi clienti migliori' }))
    expect(await card.findByText(badge)).toBeTruthy()
    expect(card.getByText(`${discount}%`)).toBeTruthy()
  })

  it.each([
    [[], []],
    [[{ type: 'progress', have: 3, need: 10 }], ['3/10']],
    [
      [
        { type: 'cross', percent: 2 },
        { type: 'progress', have: 5, need: 10 },
      ],
      ['Sconto 2%', '5/10'],
    ],
    [
      [
        { type: 'cross', percent: 2 },
        { type: 'elite', percent: 5 },
      ],
      ['Sconto 2%', 'Bonus 5%'],
    ],
  ])('B-20: show the reward badges %j as %j', async (rewardBadges, texts) => {
    renderApp('/clients', { ...businessAnswers, 'GET /api/clients': ok([{ ...guest, rewardBadges }]) })
    const tier = await screen.findByText('Cliente Top')
    expect([...(tier.parentElement?.children ?? [])].map(({ textContent }) => textContent)).toEqual([
      'Cliente Top',
      ...texts,
    ])
  })

  it('B-20: show no discount without a badge from the server, whatever the totals', async () => {
    const client = { ...guest, fiveStarRatingsCount: 9, uniqueProvidersCount: 9, rewardBadges: [] }
    renderApp('/clients', { ...businessAnswers, 'GET /api/clients': ok([client]) })
    expect(await screen.findByText('Cliente Top')).toBeTruthy()
    expect(screen.queryByText(/^Sconto/)).toBeNull()
  })
})

describe('B-17, B-19: the badge “Cliente Fidato”, which follows the same rule for businesses and clients', () => {
  it.each([
    ['/clients', 'Gestione Clienti'],
    ['/dashboard', 'Dashboard'],
  ])('needs no explanation on %s', async (path, title) => {
    renderApp(path, { ...businessAnswers, 'GET /api/clients/top': ok([guest]) })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    expect(await screen.findByText('Cliente Top')).toBeTruthy()
    expect(screen.queryByText(/qui vuol dire/)).toBeNull()
  })
})

describe('R-57, A-37: the photo dialog', () => {
  const answer = {
    id: guest.id,
    profilePhoto: 'https://foto.example/g.jpg',
    socialPhotoUrl: null,
    socialPhotoSource: null,
  }

  it('sends only the photo and says that the client is notified', async () => {
    const { user, dialog, server } = await openDialog('Foto', 'Foto di Giulia Bianchi', {
      'PATCH /api/clients/cli-giulia': ok(answer),
    })
    expect(dialog.getByText('Il cliente riceve un’email che lo avvisa del cambiamento.')).toBeTruthy()
    expect(dialog.queryByRole('checkbox')).toBeNull()
    await user.click(dialog.getByRole('tab', { name: 'URL' }))
    await user.type(dialog.getByRole('textbox', { name: 'Indirizzo web della foto' }), 'https://foto.example/g.jpg')
    await user.click(dialog.getByRole('button', { name: 'Salva foto' }))
    expect(await screen.findByText('Foto aggiornate')).toBeTruthy()
    expect(screen.queryByRole('dialog')).toBeNull()
    expect(server.to('PATCH /api/clients/cli-giulia')[0]?.body).toEqual({ profilePhoto: 'https://foto.example/g.jpg' })
  })

  it('T-155, T-156: shows failures in the specified words and stays open', async () => {
    const { user, dialog } = await openDialog('Foto', 'Foto di Giulia Bianchi', {
      'PATCH /api/clients/cli-giulia': failure(500, 'boom'),
    })
    await user.click(dialog.getByRole('tab', { name: 'URL' }))
    await user.type(dialog.getByRole('textbox', { name: 'Indirizzo web della foto' }), 'https://foto.example/g.jpg')
    await user.click(dialog.getByRole('button', { name: 'Salva foto' }))
    expect(await screen.findByText('Errore aggiornamento cliente')).toBeTruthy()
    expect(screen.getAllByText("Si è verificato un errore durante l'aggiornamento delle foto.")).not.toEqual([])
    expect(screen.getByRole('dialog')).toBeTruthy()
  })

  it('Q-89: offers no change without the client’s consent', async () => {
    const { dialog } = await openDialog('Foto', 'Foto di Giulia Bianchi', {
      'GET /api/clients': ok([{ ...guest, photoConsent: false }]),
    })
    expect(dialog.getByText(/non ha dato il consenso alle foto/)).toBeTruthy()
    expect(dialog.queryByRole('button', { name: 'Salva foto' })).toBeNull()
  })
})

describe('R-58: the rewards dialog', () => {
  const spent = {
    code: 'GARBO7XK2QF',
    rewardType: 'discount',
    ruleType: 'FIRST_REVIEW_2',
    rule: 'FIRST_REVIEW_2',
    discountPercent: 2,
    rewardValue: 2,
    redeemedAt: '2026-11-20T00:00:00.000Z',
    clientName: 'Giulia Bianchi',
    clientIsPremium: false,
  }

  it('B-20, B-21, B-22: shows badges, discounts and the codes redeemed here', async () => {
    const { dialog } = await openDialog('Ricompense', 'Ricompense di Giulia Bianchi', {
      'GET /api/clients/cli-giulia/rewards': ok([spent]),
    })
    for (const words of ['Cliente Top', 'Sconto 2%', '5/10', '2%, permanente', 'Non ancora'])
      expect(dialog.getByText(words)).toBeTruthy()
    expect(await dialog.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(dialog.getByText(/2% di sconto · Usata il 20 novembre 2026/)).toBeTruthy()
  })

  it('Q-60: explains why unredeemed codes are missing', async () => {
    const { dialog } = await openDialog('Ricompense', 'Ricompense di Giulia Bianchi', {
      'GET /api/clients/cli-giulia/rewards': ok([]),
    })
    expect(await dialog.findByText('Nessun codice della tua attività usato finora.')).toBeTruthy()
    expect(dialog.getByText(/restano riservati/)).toBeTruthy()
  })

  it('can be reloaded after a failure', async () => {
    const { dialog } = await openDialog('Ricompense', 'Ricompense di Giulia Bianchi', {
      'GET /api/clients/cli-giulia/rewards': failure(500, 'boom'),
    })
    expect(await dialog.findByRole('button', { name: 'Riprova' })).toBeTruthy()
  })
})

describe('R-56: a client without ratings', () => {
  it('has no stars, instead of zero out of five', async () => {
    renderApp('/clients', {
      ...businessAnswers,
      'GET /api/clients': ok([{ ...guest, averageRating: 0, totalRatings: 0 }]),
    })
    expect(await screen.findByText('Ancora nessuna valutazione')).toBeTruthy()
    expect(screen.queryByText(/stelle su 5/)).toBeNull()
  })
})
