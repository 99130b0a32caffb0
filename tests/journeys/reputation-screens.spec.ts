import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { chooses, fills, hasFocus, hears, openChromium, patience, presses, stands, tabsTo } from './browser.ts'
import { leavesByKey, looksRight, opensByKey } from './looking.ts'
import { dayFromNow } from './people.ts'
import { does, reviewed, twoDays, type Person } from './season.ts'

const { appeals, appealPanel, clients, conduct, decisions, domino, hearings } = texts
const { moderation, queue, reviews, scoreDesk, transparency, why } = texts

let season: Awaited<ReturnType<typeof twoDays>>
let chromium: Awaited<ReturnType<typeof openChromium>>
let visitor: Page
let rosa: Page
let mario: Page
let lia: Page
let ana: Page
let tommaso: Page

const before = async (who: Person): Promise<Page> => {
  const page = await chromium.newcomer()
  await season.seats(page, who)
  return page
}
const goes = async (page: Page, path: string, title: string) => {
  await page.goto(path)
  await stands(page, title)
}
const house = () => `/business/${season.cast('rosa').id}`

beforeAll(async () => {
  season = await twoDays()
  chromium = await openChromium(season.address)
  const { cast } = season
  visitor = await chromium.newcomer()
  rosa = await before(cast('rosa'))
  mario = await before(cast('mario'))
  lia = await before(cast('lia'))
  ana = await before(cast('ana'))
  tommaso = await before(cast('tommaso'))
  await today(cast)
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await season?.sweep()
})

/** What honest guests and the house do this morning. */
const today = async (cast: typeof season.cast) => {
  const [house, guest, angry] = [cast('rosa'), cast('ana'), cast('tommaso')]
  await reviewed(cast('giulia'), house, 5, 'Camere luminose e una colazione che vale il viaggio.', 'CLEANLINESS')
  const cold = await reviewed(guest, house, 3, 'Stanza piccola e colazione finita alle nove.\nPersonale gentile.')
  const rude = await reviewed(angry, house, 2, 'Il portiere è un incapace e andrebbe cacciato.')
  const stay = { stayType: 'leisure', punctualityScore: 9, kindnessScore: 10, paymentScore: 10, roomConditionScore: 8 }
  const rating = { clientEmail: guest.email, ...stay, comment: 'Ospite attenta e puntuale.' }
  for (const [stayDate, overallRating] of [
    [dayFromNow(-40), 5],
    [dayFromNow(-5), 4],
  ] as const)
    await does(house, 'POST', '/api/ratings', { ...rating, stayDate, overallRating })
  await does(guest, 'PATCH', '/api/user/profile', { photoConsent: true })
  const answer = 'Grazie: da questa settimana la colazione è servita fino alle undici.'
  await does(house, 'PUT', `/api/reviews/${cold.id}/reply`, { text: answer })
  const dispute = await does(house, 'POST', `/api/reviews/${cold.id}/dispute`, {
    reason: 'INCORRECT_INFO',
    message: 'Quel giorno la colazione è stata servita fino alle dieci e mezza, come ogni giorno.',
    evidenceUrls: ['https://locandarosa.example/orari-colazione-2026.pdf'],
  })
  const said = { message: 'Alle nove e dieci la sala era già chiusa: ho la fotografia del cartello.' }
  await does(guest, 'POST', `/api/disputes/${dispute.id}/statements`, said)
  const note = 'È rivolta a una persona, non al servizio.'
  await does(house, 'POST', `/api/reviews/${rude.id}/flag`, { reason: 'OFFENSIVE', note })
}

describe('a review bombing is excluded from the score', { timeout: 300_000 }, () => {
  it('R-105: anybody can read the venue’s page and the score explanation', async () => {
    await goes(visitor, house(), 'Locanda Rosa')
    const why = visitor.getByRole('button', { name: texts.why.open })
    await opensByKey(visitor, why, texts.why.title)
    await visitor.getByText(texts.why.score.average('1,5', 13)).waitFor()
    await leavesByKey(visitor, why)
  })

  it('a moderator finds the anomalous day and previews the exclusion before deciding', async () => {
    await goes(mario, '/admin/reviews?view=scores', moderation.title)
    await mario.getByRole('heading', { name: /^Locanda Rosa, / }).waitFor()
    await looksRight(mario, 'moderation-anomalies')
    const fine = mario.getByRole('button', { name: scoreDesk.fine })
    await opensByKey(mario, fine, scoreDesk.fineTitle)
    await looksRight(mario, 'moderation-anomaly-in-order')
    await leavesByKey(mario, fine)

    await presses(mario, scoreDesk.look)
    await mario.getByText(scoreDesk.periodsEmpty).waitFor()
    const exclude = mario.getByRole('button', { name: scoreDesk.exclude })
    const dialog = await opensByKey(mario, exclude, scoreDesk.exclude)
    await chooses(dialog, scoreDesk.reason, why.score.reasons.REVIEW_BOMBING)
    const facts = 'In un giorno sono arrivate dieci recensioni su un video, nessuna su un soggiorno.'
    await fills(dialog, { [scoreDesk.facts]: facts })
    await dialog.getByText(/fuori dal conto/).waitFor()
    await looksRight(mario, 'moderation-exclude-period')
    await presses(dialog, scoreDesk.confirm)
    await hears(mario, scoreDesk.done)
    await mario.getByText(scoreDesk.standing).waitFor()
    await looksRight(mario, 'moderation-score')
  })

  it('the score excludes that day, and everybody can see why', async () => {
    await goes(visitor, house(), 'Locanda Rosa')
    await visitor.getByText(why.score.asterisk).first().waitFor()
    await looksRight(visitor, 'business')
    await presses(visitor, why.open)
    await looksRight(visitor, 'business-why-score')
    await goes(rosa, '/dashboard', texts.dashboard.title)
    const own = rosa.getByRole('button', { name: why.open }).first()
    const dialog = await opensByKey(rosa, own, why.title)
    await dialog.getByText(why.score.why.excluded, { exact: false }).first().waitFor()
    await looksRight(rosa, 'own-why-score')
    await leavesByKey(rosa, own)
  })
})

describe('pages of the venue and its guests', { timeout: 300_000 }, () => {
  it('R-59, R-75: show the venue’s reply and dispute with both statements', async () => {
    await goes(rosa, '/ratings', reviews.title)
    await presses(rosa, hearings.showStatements)
    await rosa
      .getByRole('region', { name: hearings.hearing })
      .getByText(/sala era già chiusa/)
      .waitFor()
    await looksRight(rosa, 'received-reviews')
    const dispute = rosa.getByRole('button', { name: reviews.dispute, exact: true }).first()
    await opensByKey(rosa, dispute, reviews.disputeTitle)
    await looksRight(rosa, 'dispute')
    await leavesByKey(rosa, dispute)
  })

  it('R-56, R-57, R-58: show its clients, their photos and rewards', async () => {
    await goes(rosa, '/clients', clients.title)
    await looksRight(rosa, 'clients')
    const rewards = rosa.getByRole('button', { name: `${clients.rewards} Ana Bianchi` })
    await opensByKey(rosa, rewards, clients.rewardsTitle('Ana Bianchi'))
    await looksRight(rosa, 'clients-rewards')
    await leavesByKey(rosa, rewards)
    const photo = rosa.getByRole('button', { name: `${clients.photo} Ana Bianchi` })
    await opensByKey(rosa, photo, clients.photoTitle('Ana Bianchi'))
    await looksRight(rosa, 'clients-photo')
    await leavesByKey(rosa, photo)
  })

  it('show the guest her reviews and the statements against one', async () => {
    await goes(ana, '/my-reviews', reviews.mineTitle)
    await presses(ana, hearings.show)
    await ana
      .getByRole('region', { name: hearings.hearing })
      .getByText(/sala era già chiusa/)
      .waitFor()
    await looksRight(ana, 'my-reviews')
  })
})

describe('R-76, R-77: moderating by keyboard', { timeout: 300_000 }, () => {
  it('a report is claimed, reviewed and upheld without a mouse', async () => {
    await goes(mario, '/admin/reviews', moderation.title)
    await mario.getByRole('heading', { name: moderation.kinds.FLAG }).waitFor()
    await looksRight(mario, 'moderation-queue')
    await mario.getByRole('heading', { level: 1 }).focus()
    await mario.keyboard.press('?')
    await mario.getByRole('dialog', { name: queue.keys }).waitFor()
    await looksRight(mario, 'moderation-keys')
    await mario.keyboard.press('Escape')
    await mario.keyboard.press('n')
    await hears(mario, moderation.claimed)
    await mario.getByRole('region', { name: moderation.timeline }).waitFor()
    await looksRight(mario, 'moderation-flag-case')
    await mario.keyboard.press('d')
    const dismiss = mario.getByRole('button', { name: moderation.flagActions.DISMISSED, exact: true })
    await expect.poll(() => hasFocus(dismiss), patience).toBe(true)
    await mario.keyboard.press('Tab')
    await mario.keyboard.press('Enter')
    const dialog = mario.getByRole('dialog', { name: moderation.flagTitles.UPHELD })
    await dialog.waitFor()
    await looksRight(mario, 'moderation-decide')
    await tabsTo(mario, dialog.getByRole('button', { name: moderation.confirm }))
    await mario.keyboard.press('Enter')
    await hears(mario, moderation.done)
  })

  it('a dispute shows both statements and the preview of a reversal', async () => {
    await goes(mario, '/admin/reviews?lane=disputes', moderation.title)
    await mario.keyboard.press('n')
    await mario.getByText(/sala era già chiusa/).waitFor()
    await presses(mario, domino.look)
    await mario.getByText(domino.needsAnother).waitFor()
    await looksRight(mario, 'moderation-dispute-case')
    await lia.goto(mario.url())
    const approve = lia.getByRole('button', { name: domino.approve })
    await opensByKey(lia, approve, domino.approveTitle)
    await looksRight(lia, 'moderation-domino')
    await leavesByKey(lia, approve)
  })

  it('reviews can be listed by status', async () => {
    await goes(mario, '/admin/reviews?view=reviews', moderation.title)
    await looksRight(mario, 'moderation-reviews')
  })
})

describe('decisions, appeals and sanctions', { timeout: 300_000 }, () => {
  it('the parties read the decision and appeal', async () => {
    await goes(tommaso, '/decisions', decisions.title)
    await tommaso.getByRole('heading', { name: decisions.kinds.HIDDEN }).waitFor()
    await looksRight(tommaso, 'decisions')
    const appeal = tommaso.getByRole('button', { name: appeals.appeal })
    const dialog = await opensByKey(tommaso, appeal, appeals.dialogTitle)
    await dialog.getByLabel(appeals.reason).fill('Ero arrabbiato, ma il portiere mi ha lasciato fuori per un’ora.')
    await looksRight(tommaso, 'appeal')
    await presses(dialog, appeals.send)
    await hears(tommaso, appeals.sent)
  })

  it('another moderator finds the appeal in its lane', async () => {
    await goes(lia, '/admin/reviews?lane=appeals', moderation.title)
    await lia.getByRole('heading', { name: moderation.kinds.APPEAL }).waitFor()
    await lia.keyboard.press('n')
    const panel = lia.getByRole('region', { name: appealPanel.title })
    await panel.getByText(/lasciato fuori/).waitFor()
    await looksRight(lia, 'moderation-appeal-case')
    const overturn = panel.getByRole('button', { name: appealPanel.actions.OVERTURNED })
    await opensByKey(lia, overturn, appealPanel.dialogTitles.OVERTURNED)
    await looksRight(lia, 'moderation-decide-appeal')
    await leavesByKey(lia, overturn)
  })

  it('the author of a fake review is suspended', async () => {
    await goes(mario, '/admin/reviews?view=reviews', moderation.title)
    const card = mario.getByRole('listitem').filter({ hasText: 'Renzo Rossi' }).first()
    await card.getByRole('link', { name: conduct.console.sanctionAuthor }).click()
    const dialog = mario.getByRole('dialog', { name: conduct.console.newSanction })
    await chooses(dialog, conduct.console.reason, conduct.reasons.FAKE_REVIEWS)
    await chooses(dialog, conduct.console.severity, conduct.severities.MEDIUM)
    const description = 'Hai recensito una locanda in cui non sei stato, insieme ad altri e nello stesso giorno.'
    await dialog.getByLabel(conduct.console.description).fill(description)
    await looksRight(mario, 'moderation-new-sanction')
    await presses(dialog, conduct.console.impose)
    await hears(mario, conduct.console.imposed)
  })

  it('a suspended user reads the reason, appeals and can open nothing else', async () => {
    const renzo = await before(season.cast('renzo'))
    await goes(renzo, '/client-dashboard', conduct.title)
    await looksRight(renzo, 'suspended')
    await renzo.getByLabel(conduct.appealLabel).fill('Sono stato in quella locanda a marzo: ho la ricevuta.')
    await presses(renzo, conduct.appealSend)
    await hears(renzo, conduct.appealSent)
    await goes(renzo, '/my-reviews', conduct.title)
    await renzo.getByRole('link', { name: transparency.title }).click()
    await stands(renzo, transparency.title)
    await renzo.getByText(transparency.answers).waitFor()
  })

  it('the sanctions console shows the appeal, which another moderator decides', async () => {
    await goes(lia, '/admin/reviews?view=sanctions', moderation.title)
    await lia.getByText(/ho la ricevuta/).waitFor()
    await looksRight(lia, 'moderation-sanctions')
    const approve = lia.getByRole('button', { name: conduct.console.approve, exact: true })
    await opensByKey(lia, approve, conduct.console.decideTitle.APPROVED)
    await looksRight(lia, 'moderation-decide-sanction-appeal')
    await leavesByKey(lia, approve)
  })

  it('anybody can read the yearly figures', async () => {
    await goes(visitor, '/transparency', transparency.title)
    await looksRight(visitor, 'transparency')
  })

  it('no page has logged an error', () => expect(chromium.complaints()).toEqual([]))
})
