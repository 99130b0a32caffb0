import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  clickButton,
  expectToast,
  fillFields,
  hasFocus,
  launchChromium,
  pageTimeout,
  selectOption,
  tabTo,
  waitForPage,
} from './browser.ts'
import { type Participant, postReview, sendAs, startReviewBombing } from './review-bombing-scenario.ts'
import { checkScreen, closeDialogByKeyboard, openDialogByKeyboard } from './screenshots.ts'
import { dateInDays } from '../support/sample-values.ts'
import { appealPanelTexts, appealTexts } from '../../web/app/features/moderation/appeals.texts.ts'
import { decisionTexts, transparencyTexts } from '../../web/app/features/moderation/decisions.texts.ts'
import { reversalTexts } from '../../web/app/features/moderation/reversal.texts.ts'
import { scoreModerationTexts } from '../../web/app/features/moderation/scores.texts.ts'
import { caseQueueTexts, moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { clientTexts } from '../../web/app/features/ratings/clients.texts.ts'
import { disputeTexts, reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { scoreTexts } from '../../web/app/features/reviews/scores.texts.ts'
import { sanctionTexts } from '../../web/app/features/sanctions/texts.ts'
import { dashboardTexts } from '../../web/app/pages/dashboard.texts.ts'

let scenario: Awaited<ReturnType<typeof startReviewBombing>>
let chromium: Awaited<ReturnType<typeof launchChromium>>
let visitor: Page
let rosa: Page
let mario: Page
let lia: Page
let ana: Page
let tommaso: Page

const pageFor = async (who: Participant): Promise<Page> => {
  const page = await chromium.newcomer()
  await scenario.signIn(page, who)
  return page
}
const openPage = async (page: Page, path: string, title: string) => {
  await page.goto(path)
  await waitForPage(page, title)
}
const businessPath = () => `/business/${scenario.participant('rosa').id}`

beforeAll(async () => {
  scenario = await startReviewBombing()
  chromium = await launchChromium(scenario.address)
  const { participant } = scenario
  visitor = await chromium.newcomer()
  rosa = await pageFor(participant('rosa'))
  mario = await pageFor(participant('mario'))
  lia = await pageFor(participant('lia'))
  ana = await pageFor(participant('ana'))
  tommaso = await pageFor(participant('tommaso'))
  await playToday(participant)
}, 300_000)
afterAll(async () => {
  await chromium?.close()
  await scenario?.sweep()
})

/** What honest guests and the business do this morning. */
const playToday = async (participant: typeof scenario.participant) => {
  const [business, guest, angry] = [participant('rosa'), participant('ana'), participant('tommaso')]
  await postReview(
    participant('giulia'),
    business,
    5,
    'Camere luminose e una colazione che vale il viaggio.',
    'CLEANLINESS',
  )
  const cold = await postReview(guest, business, 3, 'Stanza piccola e colazione finita alle nove.\nPersonale gentile.')
  const rude = await postReview(angry, business, 2, 'Il portiere è un incapace e andrebbe cacciato.')
  const stay = { stayType: 'leisure', punctualityScore: 9, kindnessScore: 10, paymentScore: 10, roomConditionScore: 8 }
  const rating = { clientEmail: guest.email, ...stay, comment: 'Ospite attenta e puntuale.' }
  for (const [stayDate, overallRating] of [
    [dateInDays(-40), 5],
    [dateInDays(-5), 4],
  ] as const)
    await sendAs(business, 'POST', '/api/ratings', { ...rating, stayDate, overallRating })
  await sendAs(guest, 'PATCH', '/api/user/profile', { photoConsent: true })
  const answer = 'Grazie: da questa settimana la colazione è servita fino alle undici.'
  await sendAs(business, 'PUT', `/api/reviews/${cold.id}/reply`, { text: answer })
  const dispute = await sendAs(business, 'POST', `/api/reviews/${cold.id}/dispute`, {
    reason: 'INCORRECT_INFO',
    message: 'Quel giorno la colazione è stata servita fino alle dieci e mezza, come ogni giorno.',
    evidenceUrls: ['https://locandarosa.example/orari-colazione-2026.pdf'],
  })
  const said = { message: 'Alle nove e dieci la sala era già chiusa: ho la fotografia del cartello.' }
  await sendAs(guest, 'POST', `/api/disputes/${dispute.id}/statements`, said)
  const note = 'È rivolta a una persona, non al servizio.'
  await sendAs(business, 'POST', `/api/reviews/${rude.id}/flag`, { reason: 'OFFENSIVE', note })
}

describe('a review bombing is excluded from the score', { timeout: 300_000 }, () => {
  it('R-105: anybody can read the venue’s page and the score explanation', async () => {
    await openPage(visitor, businessPath(), 'Locanda Rosa')
    const why = visitor.getByRole('button', { name: scoreTexts.open })
    await openDialogByKeyboard(visitor, why, scoreTexts.title)
    await visitor.getByText(scoreTexts.average('1,5', 13)).waitFor()
    await closeDialogByKeyboard(visitor, why)
  })

  it('a moderator finds the anomalous day and previews the exclusion before deciding', async () => {
    await openPage(mario, '/admin/reviews?view=scores', moderationTexts.title)
    await mario.getByRole('heading', { name: /^Locanda Rosa, / }).waitFor()
    await checkScreen(mario, 'moderation-anomalies')
    const fine = mario.getByRole('button', { name: scoreModerationTexts.dismiss })
    await openDialogByKeyboard(mario, fine, scoreModerationTexts.dismissTitle)
    await checkScreen(mario, 'moderation-anomaly-dismissal')
    await closeDialogByKeyboard(mario, fine)

    await clickButton(mario, scoreModerationTexts.excludeDay)
    await mario.getByText(scoreModerationTexts.periodsEmpty).waitFor()
    const exclude = mario.getByRole('button', { name: scoreModerationTexts.exclude })
    const dialog = await openDialogByKeyboard(mario, exclude, scoreModerationTexts.exclude)
    await selectOption(dialog, scoreModerationTexts.reason, scoreTexts.reasons.REVIEW_BOMBING)
    const facts = 'In un giorno sono arrivate dieci recensioni su un video, nessuna su un soggiorno.'
    await fillFields(dialog, { [scoreModerationTexts.facts]: facts })
    await dialog.getByText(/recensioni escluse/).waitFor()
    await checkScreen(mario, 'moderation-exclude-period')
    await clickButton(dialog, scoreModerationTexts.confirm)
    await expectToast(mario, scoreModerationTexts.done)
    await mario.getByText(scoreModerationTexts.excludedNow).waitFor()
    await checkScreen(mario, 'moderation-score')
  })

  it('the score excludes that day, and everybody can see why', async () => {
    await openPage(visitor, businessPath(), 'Locanda Rosa')
    await visitor.getByText(scoreTexts.asterisk).first().waitFor()
    await checkScreen(visitor, 'business')
    await clickButton(visitor, scoreTexts.open)
    await checkScreen(visitor, 'business-why-score')
    await openPage(rosa, '/dashboard', dashboardTexts.title)
    const own = rosa.getByRole('button', { name: scoreTexts.open }).first()
    const dialog = await openDialogByKeyboard(rosa, own, scoreTexts.title)
    await dialog.getByText(scoreTexts.why.excluded, { exact: false }).first().waitFor()
    await checkScreen(rosa, 'own-why-score')
    await closeDialogByKeyboard(rosa, own)
  })
})

describe('pages of the venue and its guests', { timeout: 300_000 }, () => {
  it('R-59, R-75: show the venue’s reply and dispute with both statements', async () => {
    await openPage(rosa, '/ratings', reviewTexts.title)
    await clickButton(rosa, disputeTexts.showStatements)
    await rosa
      .getByRole('region', { name: disputeTexts.thread })
      .getByText(/sala era già chiusa/)
      .waitFor()
    await checkScreen(rosa, 'received-reviews')
    const dispute = rosa.getByRole('button', { name: reviewTexts.dispute, exact: true }).first()
    await openDialogByKeyboard(rosa, dispute, reviewTexts.disputeTitle)
    await checkScreen(rosa, 'dispute')
    await closeDialogByKeyboard(rosa, dispute)
  })

  it('R-56, R-57, R-58: show its clients, their photos and rewards', async () => {
    await openPage(rosa, '/clients', clientTexts.title)
    await checkScreen(rosa, 'clients')
    const rewards = rosa.getByRole('button', { name: `${clientTexts.rewards} Ana Bianchi` })
    await openDialogByKeyboard(rosa, rewards, clientTexts.rewardsTitle('Ana Bianchi'))
    await checkScreen(rosa, 'clients-rewards')
    await closeDialogByKeyboard(rosa, rewards)
    const photo = rosa.getByRole('button', { name: `${clientTexts.photo} Ana Bianchi` })
    await openDialogByKeyboard(rosa, photo, clientTexts.photoTitle('Ana Bianchi'))
    await checkScreen(rosa, 'clients-photo')
    await closeDialogByKeyboard(rosa, photo)
  })

  it('show the guest her reviews and the statements against one', async () => {
    await openPage(ana, '/my-reviews', reviewTexts.mineTitle)
    await clickButton(ana, disputeTexts.show)
    await ana
      .getByRole('region', { name: disputeTexts.thread })
      .getByText(/sala era già chiusa/)
      .waitFor()
    await checkScreen(ana, 'my-reviews')
  })
})

describe('R-76, R-77: moderating by keyboard', { timeout: 300_000 }, () => {
  it('a flag is claimed, reviewed and upheld without a mouse', async () => {
    await openPage(mario, '/admin/reviews', moderationTexts.title)
    await mario.getByRole('heading', { name: moderationTexts.kinds.FLAG }).waitFor()
    await checkScreen(mario, 'moderation-queue')
    await mario.getByRole('heading', { level: 1 }).focus()
    await mario.keyboard.press('?')
    await mario.getByRole('dialog', { name: caseQueueTexts.keys }).waitFor()
    await checkScreen(mario, 'moderation-keys')
    await mario.keyboard.press('Escape')
    await mario.keyboard.press('n')
    await expectToast(mario, moderationTexts.claimed)
    await mario.getByRole('region', { name: moderationTexts.timeline }).waitFor()
    await checkScreen(mario, 'moderation-flag-case')
    await mario.keyboard.press('d')
    const dismiss = mario.getByRole('button', { name: moderationTexts.flagActions.DISMISSED, exact: true })
    await expect.poll(() => hasFocus(dismiss), pageTimeout).toBe(true)
    await mario.keyboard.press('Tab')
    await mario.keyboard.press('Enter')
    const dialog = mario.getByRole('dialog', { name: moderationTexts.flagTitles.UPHELD })
    await dialog.waitFor()
    await checkScreen(mario, 'moderation-decide')
    await tabTo(mario, dialog.getByRole('button', { name: moderationTexts.confirm }))
    await mario.keyboard.press('Enter')
    await expectToast(mario, moderationTexts.done)
  })

  it('a dispute shows both statements and the preview of a reversal', async () => {
    await openPage(mario, '/admin/reviews?lane=disputes', moderationTexts.title)
    await mario.keyboard.press('n')
    await mario.getByText(/sala era già chiusa/).waitFor()
    await clickButton(mario, reversalTexts.preview)
    await mario.getByText(reversalTexts.needsAnother).waitFor()
    await checkScreen(mario, 'moderation-dispute-case')
    await lia.goto(mario.url())
    const approve = lia.getByRole('button', { name: reversalTexts.approve })
    await openDialogByKeyboard(lia, approve, reversalTexts.approveTitle)
    await checkScreen(lia, 'moderation-domino')
    await closeDialogByKeyboard(lia, approve)
  })

  it('reviews can be listed by status', async () => {
    await openPage(mario, '/admin/reviews?view=reviews', moderationTexts.title)
    await checkScreen(mario, 'moderation-reviews')
  })

  it('the queue shows its throughput and the age of its cases', async () => {
    await openPage(mario, '/admin/reviews', moderationTexts.title)
    await mario.getByText(caseQueueTexts.trends.title, { exact: true }).click()
    await mario.getByRole('figure', { name: caseQueueTexts.trends.throughput }).getByRole('application').waitFor()
    await checkScreen(mario, 'moderation-queue-trends')
  })
})

describe('decisions, appeals and sanctions', { timeout: 300_000 }, () => {
  it('the parties read the decision and appeal', async () => {
    await openPage(tommaso, '/decisions', decisionTexts.title)
    await tommaso.getByRole('heading', { name: decisionTexts.kinds.HIDDEN }).waitFor()
    await checkScreen(tommaso, 'decisions')
    const appeal = tommaso.getByRole('button', { name: appealTexts.appeal })
    const dialog = await openDialogByKeyboard(tommaso, appeal, appealTexts.dialogTitle)
    await dialog.getByLabel(appealTexts.reason).fill('Ero arrabbiato, ma il portiere mi ha lasciato fuori per un’ora.')
    await checkScreen(tommaso, 'appeal')
    await clickButton(dialog, appealTexts.send)
    await expectToast(tommaso, appealTexts.sent)
  })

  it('another moderator finds the appeal in its lane', async () => {
    await openPage(lia, '/admin/reviews?lane=appeals', moderationTexts.title)
    await lia.getByRole('heading', { name: moderationTexts.kinds.APPEAL }).waitFor()
    await lia.keyboard.press('n')
    const panel = lia.getByRole('region', { name: appealPanelTexts.title })
    await panel.getByText(/lasciato fuori/).waitFor()
    await checkScreen(lia, 'moderation-appeal-case')
    const overturn = panel.getByRole('button', { name: appealPanelTexts.actions.OVERTURNED })
    await openDialogByKeyboard(lia, overturn, appealPanelTexts.dialogTitles.OVERTURNED)
    await checkScreen(lia, 'moderation-decide-appeal')
    await closeDialogByKeyboard(lia, overturn)
  })

  it('the author of a fake review is suspended', async () => {
    await openPage(mario, '/admin/reviews?view=reviews', moderationTexts.title)
    const card = mario.getByRole('listitem').filter({ hasText: 'Renzo Rossi' }).first()
    await card.getByRole('link', { name: sanctionTexts.console.sanctionAuthor }).click()
    const dialog = mario.getByRole('dialog', { name: sanctionTexts.console.newSanction })
    await selectOption(dialog, sanctionTexts.console.reason, sanctionTexts.reasons.FAKE_REVIEWS)
    await selectOption(dialog, sanctionTexts.console.severity, sanctionTexts.severities.MEDIUM)
    const description = 'Hai recensito una locanda in cui non sei stato, insieme ad altri e nello stesso giorno.'
    await dialog.getByLabel(sanctionTexts.console.description).fill(description)
    await checkScreen(mario, 'moderation-new-sanction')
    await clickButton(dialog, sanctionTexts.console.impose)
    await expectToast(mario, sanctionTexts.console.imposed)
  })

  it('a suspended user reads the reason, appeals and can open nothing else', async () => {
    const renzo = await pageFor(scenario.participant('renzo'))
    await openPage(renzo, '/client-dashboard', sanctionTexts.title)
    await checkScreen(renzo, 'suspended')
    await renzo.getByLabel(sanctionTexts.appealLabel).fill('Sono stato in quella locanda a marzo: ho la ricevuta.')
    await clickButton(renzo, sanctionTexts.appealSend)
    await expectToast(renzo, sanctionTexts.appealSent)
    await openPage(renzo, '/my-reviews', sanctionTexts.title)
    await renzo.getByRole('link', { name: transparencyTexts.title }).click()
    await waitForPage(renzo, transparencyTexts.title)
    await renzo.getByRole('figure', { name: transparencyTexts.answers }).waitFor()
  })

  it('the sanctions console shows the appeal, which another moderator decides', async () => {
    await openPage(lia, '/admin/reviews?view=sanctions', moderationTexts.title)
    await lia.getByText(/ho la ricevuta/).waitFor()
    await checkScreen(lia, 'moderation-sanctions')
    const approve = lia.getByRole('button', { name: sanctionTexts.console.approve, exact: true })
    await openDialogByKeyboard(lia, approve, sanctionTexts.console.decideTitle.APPROVED)
    await checkScreen(lia, 'moderation-decide-sanction-appeal')
    await closeDialogByKeyboard(lia, approve)
  })

  it('anybody can read the yearly statistics', async () => {
    await openPage(visitor, '/transparency', transparencyTexts.title)
    await checkScreen(visitor, 'transparency')
  })

  it('no page has logged an error', () => expect(chromium.consoleErrors()).toEqual([]))
})
