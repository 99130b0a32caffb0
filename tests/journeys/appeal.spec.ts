import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import {
  clickButton,
  expectPage,
  expectToast,
  fillFields,
  navigateTo,
  openDialog,
  selectOption,
  selectStars,
} from './browser.ts'
import { startSandbox } from './sandbox.ts'
import {
  businessPath,
  claimAndOpenCase,
  confirmEmail,
  lodgeAppeal,
  registerBusiness,
  registerClient,
  rateGuest,
} from './steps.ts'
import { appealPanelTexts, appealTexts } from '../../web/app/features/moderation/appeals.texts.ts'
import { decisionTexts } from '../../web/app/features/moderation/decisions.texts.ts'
import { moderationTexts } from '../../web/app/features/moderation/texts.ts'
import { ratingTexts } from '../../web/app/features/ratings/texts.ts'
import { reviewTexts } from '../../web/app/features/reviews/texts.ts'
import { shellTexts } from '../../web/app/texts.ts'

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it', type: 'agriturismo' } as const
const pensione = { name: 'Pensione Lucia', username: 'lucia', email: 'lucia@example.it', type: 'agriturismo' } as const
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

/** A business, a client and two moderators, because an appeal needs another moderator. */
const { garbo, chromium, rosa, ana, mario, lucia } = await startSandbox(['rosa', 'ana', 'mario', 'lucia'])

const registerModerator = async (page: Page, business: Parameters<typeof registerBusiness>[1]) => {
  await registerBusiness(page, business)
  await confirmEmail(page, business)
  await garbo.operator('role', 'grant', business.email, 'MODERATORE')
}

describe('an overturned removal, as four people experience it', { timeout: 180_000 }, () => {
  it('all four register', async () => {
    await registerBusiness(rosa, locanda)
    await confirmEmail(rosa, locanda)
    await registerClient(ana, bianchi)
    await registerModerator(mario, masseria)
    await registerModerator(lucia, pensione)
  })

  it('the business rates its guest', async () => {
    await navigateTo(rosa, shellTexts.dashboard)
    await openDialog(rosa, ratingTexts.add, ratingTexts.dialogTitle)
    await rateGuest(rosa, { email: bianchi.email, stars: 4, score: 9 })
  })

  it('the guest reviews the business, which disputes it', async () => {
    await ana.goto(await businessPath(ana, locanda.name))
    const dialog = await openDialog(ana, reviewTexts.business.write, reviewTexts.dialogTitle)
    await selectStars(dialog, 2)
    await dialog.getByLabel(reviewTexts.comment).fill('Colazione finita alle nove')
    await clickButton(dialog, reviewTexts.submit)
    await expectToast(ana, reviewTexts.rewardTitle)

    await navigateTo(rosa, shellTexts.reviews, reviewTexts.title)
    const complaint = await openDialog(rosa, reviewTexts.dispute, reviewTexts.disputeTitle)
    await selectOption(complaint, reviewTexts.disputeReason, reviewTexts.disputeReasons.INCORRECT_INFO)
    await fillFields(complaint, { [reviewTexts.disputeMessage]: 'La colazione è servita fino alle dieci e mezza.' })
    await clickButton(complaint, reviewTexts.disputeSubmit)
    await expectToast(rosa, reviewTexts.disputeSent)
  })

  it('the first moderator claims the case and upholds the dispute: the review is removed', async () => {
    await mario.goto('/admin/reviews')
    await expectPage(mario, moderationTexts.title)
    await selectOption(mario, moderationTexts.lane, moderationTexts.lanes.disputes)
    await claimAndOpenCase(mario)
    const dispute = mario.getByRole('region', { name: moderationTexts.disputeSection })
    const { RESOLVED_UPHELD: upheld } = moderationTexts.disputeTitles
    const dialog = await openDialog(dispute, moderationTexts.disputeActions.RESOLVED_UPHELD, upheld)
    await dialog.getByLabel(moderationTexts.resolution).fill('L’orario esposto lo conferma.')
    await clickButton(dialog, moderationTexts.confirm)
    await expectToast(mario, moderationTexts.done)
    await ana.goto(await businessPath(ana, locanda.name))
    await ana.getByText(reviewTexts.business.empty).waitFor()
  })

  it('the guest reads the reason and appeals', async () => {
    await ana.goto('/decisions')
    await expectPage(ana, decisionTexts.title)
    await ana.getByRole('heading', { name: decisionTexts.kinds.REMOVED }).waitFor()
    await lodgeAppeal(ana, 'Quel giorno hanno chiuso alle nove: ho la fotografia.')
  })

  it('the first moderator cannot decide again; the second one overturns the decision', async () => {
    await mario.goto('/admin/reviews?lane=appeals')
    await expectPage(mario, moderationTexts.title)
    await clickButton(mario, moderationTexts.open)
    await mario.getByText(appealPanelTexts.cannotDecide['decided-before']).waitFor()

    await lucia.goto('/admin/reviews?lane=appeals')
    await expectPage(lucia, moderationTexts.title)
    await claimAndOpenCase(lucia)
    const panel = lucia.getByRole('region', { name: appealPanelTexts.title })
    await panel.getByText('Colazione finita alle nove').waitFor()
    const dialog = await openDialog(
      panel,
      appealPanelTexts.actions.OVERTURNED,
      appealPanelTexts.dialogTitles.OVERTURNED,
    )
    await dialog.getByLabel(appealPanelTexts.reason).fill('La fotografia mostra la sala chiusa alle nove.')
    await clickButton(dialog, appealPanelTexts.confirm)
    await expectToast(lucia, appealPanelTexts.done)
  })

  it('the guest is notified, and the review is public again', async () => {
    await ana.goto('/my-reviews')
    await expectPage(ana, reviewTexts.mineTitle)
    await ana.getByText(appealTexts.status.OVERTURNED).waitFor()
    await ana.getByText('La fotografia mostra la sala chiusa alle nove.').waitFor()
    const visitor = await chromium.newcomer()
    await visitor.goto(await businessPath(ana, locanda.name))
    await visitor.getByText('Colazione finita alle nove').waitFor()
    await expectPage(visitor, locanda.name)
  })

  it('no page logs an error', () => expect(chromium.consoleErrors()).toEqual([]))
})
