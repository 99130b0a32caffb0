// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { discountPercent, rewardBadges, tierBadge } from '../../../../../web/app/features/ratings/ClientBadges.tsx'
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
    [true, 4.5, 'Cliente Top', 15],
    [true, 4.79, 'Cliente Top', 15],
    [true, 4.8, 'Cliente Top', 20],
    [false, 5, 'Cliente Fidato', 10],
    [false, 4, 'Cliente Fidato', 10],
    [false, 3.99, 'Nuovo Cliente', 10],
    [false, 0, 'Nuovo Cliente', 10],
  ])('B-17, B-18: show top %s with an average of %s', (isTopClient, averageRating, tier, discount) => {
    expect(tierBadge({ isTopClient, averageRating }).text).toBe(tier)
    expect(discountPercent({ isTopClient, averageRating })).toBe(discount)
  })

  it.each([
    [2, 2, false, []],
    [3, 1, false, ['3/10']],
    [5, 4, false, ['5/10']],
    [4, 5, false, ['4/10']],
    [5, 5, false, ['Sconto 2%', '5/10']],
    [12, 12, false, ['Sconto 2%', '10/10']],
    [12, 12, true, ['Sconto 2%', 'Bonus 5%']],
    [2, 1, true, ['Bonus 5%']],
  ])(
    'B-20: show %s five-stars, %s providers, bonus %s',
    (fiveStarRatingsCount, uniqueProvidersCount, bonusRewardEarned, said) => {
      const badges = rewardBadges({ ...guest, fiveStarRatingsCount, uniqueProvidersCount, bonusRewardEarned })
      expect(badges.map(({ text }) => text)).toEqual(said)
    },
  )
})

describe('B-17, B-24: “Cliente Fidato” is based on the average for businesses, and on the number of ratings for clients', () => {
  it.each([
    ['/clients', 'Gestione Clienti'],
    ['/dashboard', 'Dashboard'],
  ])('%s states which is meant', async (path, title) => {
    renderApp(path, { ...businessAnswers, 'GET /api/clients/top': ok([guest]) })
    expect(await screen.findByRole('heading', { name: title })).toBeTruthy()
    const note = await screen.findByText(/«Cliente Fidato» qui vuol dire/)
    expect(note.textContent).toContain('media di almeno 4')
    expect(note.textContent).toContain('ne servono almeno 3')
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
    discountPercent: 2,
    rewardValue: 2,
    source: 'auto',
    isActive: false,
    expiresAt: '2027-11-20T00:00:00.000Z',
    redeemedAt: '2026-11-20T12:00:00.000Z',
    clientName: 'Giulia Bianchi',
    createdAt: '2026-11-01T00:00:00.000Z',
  }

  it('B-20, B-21, B-22: shows badges, discounts and the codes redeemed here', async () => {
    const { dialog } = await openDialog('Ricompense', 'Ricompense di Giulia Bianchi', {
      'GET /api/clients/cli-giulia/rewards': ok([spent]),
    })
    for (const words of ['Cliente Top', 'Sconto 2%', '5/10', '2%, permanente', 'Non ancora'])
      expect(dialog.getByText(words)).toBeTruthy()
    expect(await dialog.findByText('GARBO7XK2QF')).toBeTruthy()
    expect(dialog.getByText(/2% di sconto · Riscattata il 20 novembre 2026/)).toBeTruthy()
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
