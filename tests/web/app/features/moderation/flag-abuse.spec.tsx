// @vitest-environment happy-dom
import { screen, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import type { CaseFile } from '../../../../../web/contract/moderation/cases.ts'
import { noon, queued } from '../../support/fixtures.ts'
import { moderator, signedInAs } from '../../support/people.ts'
import { renderApp } from '../../support/render-app.tsx'
import { type Answers, failure, noContent, ok } from '../../support/stub-server.ts'

const caseId = 'flagging-locanda-1'
const shown = { ...queued, caseId, targetId: 'locanda', summary: 'Molte segnalazioni respinte dello stesso account' }
const { summary: _, others: __, ...opened } = shown
const flag = {
  id: 'flag-1',
  reviewId: 'review-1',
  reason: 'FAKE' as const,
  note: 'Mai stati qui.',
  status: 'DISMISSED' as const,
  createdAt: noon,
  decidedAt: noon,
  targetName: 'Locanda del Borgo',
}
const flagging: NonNullable<CaseFile['flagging']> = {
  accountId: 'locanda',
  accountName: 'Locanda del Borgo',
  dismissed: 5,
  upheld: 1,
  flags: [flag, { ...flag, id: 'flag-2', status: 'UPHELD', note: null }],
  allowedOutcomes: ['in-order', 'abusive'],
}
const file: CaseFile = {
  ...opened,
  others: [],
  ownMatter: false,
  closedAt: null,
  appealedDecisionId: null,
  replayId: null,
  outcome: null,
  review: null,
  dispute: null,
  statements: [],
  contest: null,
  sanction: null,
  flagging,
  author: { name: 'Locanda del Borgo', written: 0, hidden: 0, removed: 0, sanctions: [] },
  timeline: [],
}
const answers = (of: Partial<CaseFile> = {}): Answers => ({
  ...signedInAs(moderator),
  'GET /api/admin/queue': ok({
    items: [shown],
    nextCursor: null,
    counts: { flags: 1, disputes: 0, appeals: 0, held: 0, overdue: 0 },
  }),
  [`GET /api/admin/cases/${caseId}`]: ok({ ...file, ...of }),
})
const path = `PATCH /api/admin/cases/${caseId}/flagging`
const examine = async (more: Answers = {}, of: Partial<CaseFile> = {}) => {
  const { user, server } = renderApp('/admin/reviews', { ...answers(of), ...more })
  await user.click(await screen.findByRole('button', { name: 'Esamina' }))
  return { user, server, panel: within(await screen.findByRole('region', { name: 'Uso delle segnalazioni' })) }
}
const decide = async (more: Answers, action: string, words: string) => {
  const { user, server, panel } = await examine(more)
  await user.click(panel.getByRole('button', { name: action }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByRole('textbox'), words)
  await user.click(dialog.getByRole('button', { name: 'Conferma' }))
  return { server, dialog }
}

describe('a flag abuse case', () => {
  it('is labelled in the queue and shows reporter, history and flagged reviews when opened', async () => {
    const { panel } = await examine()
    expect(screen.getAllByRole('heading', { level: 2, name: 'Uso delle segnalazioni' })).toHaveLength(2)
    expect(
      panel.getByText('Molte segnalazioni di Locanda del Borgo sono state respinte: valuta se è un abuso.'),
    ).toBeTruthy()
    expect(panel.getByText('Segnalazioni respinte: 5 · accolte: 1')).toBeTruthy()
    const rows = within(panel.getByRole('list', { name: 'Ultime segnalazioni' })).getAllByRole('listitem')
    expect(rows.map((row) => row.textContent)).toEqual([
      expect.stringMatching(/^Recensione falsa.*Respinta.*Locanda del Borgo.*Mai stati qui\.$/),
      expect.stringContaining('Accolta'),
    ])
    expect(screen.getByRole('region', { name: 'Chi segnala' })).toBeTruthy()
  })

  it('has no case replay', async () => {
    await examine()
    expect(screen.queryByRole('link', { name: 'Rivivi la contestazione' })).toBeNull()
  })

  it.each([
    ['È un abuso', 'abusive', 'Recensioni vere.'],
    ['Nessun abuso', 'in-order', 'Erano dubbi sinceri.'],
  ])('is decided by “%s” with a reason', async (action, outcome, facts) => {
    const { server } = await decide({ [path]: noContent }, action, facts)
    expect(await screen.findByText('Decisione registrata')).toBeTruthy()
    expect(server.to(path).map(({ body }) => body)).toEqual([{ outcome, facts }])
  })

  it('keeps the text and shows why when rejected', async () => {
    const rejection = failure(409, 'L’uso delle segnalazioni è già stato deciso.', 'FlaggingAlreadyJudged')
    const { dialog } = await decide({ [path]: rejection }, 'È un abuso', 'Recensioni vere.')
    expect(await dialog.findByText('L’uso delle segnalazioni è già stato deciso.')).toBeTruthy()
    expect(dialog.getByDisplayValue('Recensioni vere.')).toBeTruthy()
  })

  it('cannot be decided twice', async () => {
    const { panel } = await examine(
      {},
      {
        closedAt: noon,
        outcome: 'upheld',
        flagging: { ...flagging, allowedOutcomes: [] },
      },
    )
    expect(panel.queryByRole('button')).toBeNull()
  })
})
