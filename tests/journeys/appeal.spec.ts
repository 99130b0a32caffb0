import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { texts } from '../../web/app/texts.ts'
import { chooses, fills, givesScores, givesStars, hears, opens, presses, sees, walksTo } from './browser.ts'
import { confirmsAddress, dayFromNow, pageOf, registersGuest, registersHouse, takesTheCase } from './people.ts'
import { stage } from './stage.ts'

const { appealPanel, appeals, decisions, moderation, ratings, reviews, shell } = texts

const locanda = { name: 'Locanda Rosa', username: 'rosa', email: 'rosa@example.it' }
const masseria = { name: 'Masseria Mario', username: 'mario', email: 'mario@example.it' }
const pensione = { name: 'Pensione Lucia', username: 'lucia', email: 'lucia@example.it' }
const bianchi = { firstName: 'Ana', lastName: 'Bianchi', email: 'ana@example.it' }

/** The business, the client, and two moderators: nobody judges the same matter twice. */
const { garbo, chromium, rosa, ana, mario, lucia } = await stage(['rosa', 'ana', 'mario', 'lucia'])

const becomesModerator = async (page: Page, house: typeof masseria) => {
  await registersHouse(page, house)
  await confirmsAddress(page, house)
  await garbo.operator('role', 'grant', house.email, 'MODERATORE')
}

describe('an overturned removal, as four people experience it', { timeout: 180_000 }, () => {
  it('all four register', async () => {
    await registersHouse(rosa, locanda)
    await confirmsAddress(rosa, locanda)
    await registersGuest(ana, bianchi)
    await becomesModerator(mario, masseria)
    await becomesModerator(lucia, pensione)
  })

  it('the business rates its guest', async () => {
    await walksTo(rosa, shell.dashboard)
    const dialog = await opens(rosa, ratings.add, ratings.dialogTitle)
    await fills(dialog, { [ratings.clientEmail]: bianchi.email, [ratings.stayDate]: dayFromNow(-3) })
    await givesStars(dialog, 4)
    await givesScores(dialog, 9)
    await presses(dialog, ratings.submit)
    await hears(rosa, ratings.saved)
  })

  it('the guest reviews the business, which disputes it', async () => {
    await ana.goto(await pageOf(ana, locanda.name))
    const dialog = await opens(ana, reviews.business.write, reviews.dialogTitle)
    await givesStars(dialog, 2)
    await dialog.getByLabel(reviews.comment).fill('Colazione finita alle nove')
    await presses(dialog, reviews.submit)
    await hears(ana, reviews.rewardTitle)

    await walksTo(rosa, shell.ratings, reviews.title)
    const complaint = await opens(rosa, reviews.dispute, reviews.disputeTitle)
    await chooses(complaint, reviews.disputeReason, reviews.disputeReasons.INCORRECT_INFO)
    await fills(complaint, { [reviews.disputeMessage]: 'La colazione è servita fino alle dieci e mezza.' })
    await presses(complaint, reviews.disputeSubmit)
    await hears(rosa, reviews.disputeSent)
  })

  it('the first moderator claims the case and upholds the dispute: the review is removed', async () => {
    await mario.goto('/admin/reviews')
    await sees(mario, moderation.title)
    await chooses(mario, moderation.lane, moderation.lanes.disputes)
    await takesTheCase(mario)
    const dispute = mario.getByRole('region', { name: moderation.disputeSection })
    const { RESOLVED_UPHELD: upheld } = moderation.disputeTitles
    const dialog = await opens(dispute, moderation.disputeActions.RESOLVED_UPHELD, upheld)
    await dialog.getByLabel(moderation.resolution).fill('L’orario esposto lo conferma.')
    await presses(dialog, moderation.confirm)
    await hears(mario, moderation.done)
    await ana.goto(await pageOf(ana, locanda.name))
    await ana.getByText(reviews.business.empty).waitFor()
  })

  it('the guest reads the reason and appeals', async () => {
    await ana.goto('/decisions')
    await sees(ana, decisions.title)
    await ana.getByRole('heading', { name: decisions.kinds.REMOVED }).waitFor()
    const dialog = await opens(ana, appeals.appeal, appeals.dialogTitle)
    await dialog.getByLabel(appeals.reason).fill('Quel giorno hanno chiuso alle nove: ho la fotografia.')
    await presses(dialog, appeals.send)
    await hears(ana, appeals.sent)
    await ana.getByText(appeals.status.OPEN).waitFor()
  })

  it('the first moderator cannot decide again; the second one overturns the decision', async () => {
    await mario.goto('/admin/reviews?lane=appeals')
    await sees(mario, moderation.title)
    await presses(mario, moderation.open)
    await mario.getByText(appealPanel.barred['decided-before']).waitFor()

    await lucia.goto('/admin/reviews?lane=appeals')
    await sees(lucia, moderation.title)
    await takesTheCase(lucia)
    const panel = lucia.getByRole('region', { name: appealPanel.title })
    await panel.getByText('Colazione finita alle nove').waitFor()
    const dialog = await opens(panel, appealPanel.actions.OVERTURNED, appealPanel.dialogTitles.OVERTURNED)
    await dialog.getByLabel(appealPanel.reason).fill('La fotografia mostra la sala chiusa alle nove.')
    await presses(dialog, appealPanel.confirm)
    await hears(lucia, appealPanel.done)
  })

  it('the guest is notified, and the review is public again', async () => {
    await ana.goto('/my-reviews')
    await sees(ana, reviews.mineTitle)
    await ana.getByText(appeals.status.OVERTURNED).waitFor()
    await ana.getByText('La fotografia mostra la sala chiusa alle nove.').waitFor()
    const visitor = await chromium.newcomer()
    await visitor.goto(await pageOf(ana, locanda.name))
    await visitor.getByText('Colazione finita alle nove').waitFor()
    await sees(visitor, locanda.name)
  })

  it('no page logs an error', () => expect(chromium.complaints()).toEqual([]))
})
