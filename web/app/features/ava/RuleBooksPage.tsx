import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { RuleBookView, RuleDraft, SimulationTotals } from '../../../contract/ava/rule-sets.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../components/feedback.tsx'
import { FormAlert } from '../../components/form.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { longDate } from '../../shared/format.ts'
import { isAdmin, useUser } from '../../shared/session.ts'
import { ruleBooksQuery, stayRulesText } from './rule-sets.ts'
import { ruleSetTexts } from './rule-sets.texts.ts'
import { avaTexts } from './wallet.texts.ts'

interface RuleSetCardProps {
  readonly set: RuleBookView['sets'][number]
  readonly book: RuleBookView
}

/** What a rule set credits, with a button to draft it. */
function RuleSetCard({ set: { version, inForce, draftable, stays }, book: { name, since } }: RuleSetCardProps) {
  const drafting = useApiMutation('draftRuleSet', {
    invalidates: ['rule-sets'],
    onError: (error) => showErrorToast(errorMessage(error, ruleSetTexts.failed)),
  })
  const rules = stays === null ? ruleSetTexts.always : [...ruleSetTexts.always, stayRulesText(stays)]
  return (
    <Card
      title={ruleSetTexts.version(version)}
      action={
        <Badge tone={inForce ? 'good' : 'plain'}>{inForce ? ruleSetTexts.inForce : ruleSetTexts.notInForce}</Badge>
      }
    >
      <ul className="grid list-disc gap-1.5 pl-5 marker:text-brand">
        {rules.map((rule) => (
          <li key={rule}>{rule}</li>
        ))}
      </ul>
      {inForce && since !== null && <p className="mt-4 text-sm text-muted">{ruleSetTexts.since(longDate(since))}</p>}
      {draftable && (
        <div className="mt-4">
          <Button
            variant="secondary"
            pending={drafting.isPending}
            onClick={() => drafting.mutate({ params: { name }, body: { version } })}
          >
            {ruleSetTexts.draft}
          </Button>
        </div>
      )}
    </Card>
  )
}

const draftStatusTones: Readonly<Record<RuleDraft['status'], BadgeTone>> = {
  drafted: 'plain',
  simulating: 'gold',
  simulated: 'warm',
  activated: 'good',
}

interface DraftCardProps {
  readonly draft: RuleDraft
  readonly book: string
}

/** A draft with its simulation and actions. */
function DraftCard({ draft: { id, version, status, actions, figures, at }, book: name }: DraftCardProps) {
  const simulating = useApiMutation('requestSimulation', { invalidates: ['rule-sets'] })
  return (
    <li className="grid min-w-0 gap-4 py-4 first:pt-0 last:pb-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3 className="font-semibold">{ruleSetTexts.version(version)}</h3>
        <output className="flex flex-wrap items-center gap-2 text-sm text-muted">
          {longDate(at)} <Badge tone={draftStatusTones[status]}>{ruleSetTexts.statuses[status]}</Badge>
        </output>
      </div>
      {figures !== null && <SimulationTotalsList totals={figures} />}
      <FormAlert text={simulating.error?.message} />
      {actions.length > 0 && (
        <div className="flex flex-wrap gap-3">
          {actions.includes('simulate') && (
            <Button
              variant="secondary"
              pending={simulating.isPending}
              onClick={() => simulating.mutate({ params: { name, id } })}
            >
              {status === 'drafted' ? ruleSetTexts.simulate : ruleSetTexts.simulateAgain}
            </Button>
          )}
          {actions.includes('activate') && <ActivateDraftButton book={name} id={id} version={version} />}
        </div>
      )}
    </li>
  )
}

function ActivateDraftButton({
  book: name,
  id,
  version,
}: {
  readonly book: string
  readonly id: string
  readonly version: number
}) {
  const [open, setOpen] = useState(false)
  const activating = useApiMutation('activateRuleSet', {
    invalidates: ['rule-sets'],
    onSuccess: () => {
      setOpen(false)
      showToast({ title: ruleSetTexts.activated(version) })
    },
  })
  return (
    <>
      <Button onClick={() => setOpen(true)}>{ruleSetTexts.activate}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={ruleSetTexts.activateTitle(version)}
        description={ruleSetTexts.activateText(version)}
      >
        <FormAlert text={activating.error?.message} />
        <DialogActions onCancel={() => setOpen(false)}>
          <Button pending={activating.isPending} onClick={() => activating.mutate({ params: { name, id } })}>
            {ruleSetTexts.activate}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function SimulationTotalsList({
  totals: { accounts, total, lastMonth, most, credited, parts },
}: {
  readonly totals: SimulationTotals
}) {
  const lines = [
    [ruleSetTexts.totals.total, avaTexts.amount(total)],
    [ruleSetTexts.totals.lastMonth, avaTexts.amount(lastMonth)],
    ...parts.map(({ reason, amount }) => [ruleSetTexts.reason(reason), avaTexts.amount(amount)] as const),
    [ruleSetTexts.totals.accounts, accounts.toLocaleString('it-IT')],
    [ruleSetTexts.totals.most, avaTexts.amount(most)],
    [ruleSetTexts.totals.credited, avaTexts.amount(credited)],
  ] as const
  return (
    <div className="grid gap-2">
      <p className="text-sm text-muted">{ruleSetTexts.totals.title}</p>
      <dl className="grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {lines.map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-b border-line pb-1.5">
            <dt className="min-w-0 text-sm">{name}</dt>
            <dd className="shrink-0 font-semibold tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

/** Rule sets and drafts, for administrators. @rule Q-68 */
export function RuleBooksPage() {
  return isAdmin(useUser()) ? <RuleBookList /> : <Forbidden title={ruleSetTexts.title} text={ruleSetTexts.forbidden} />
}

function RuleBookList() {
  const books = useQuery(ruleBooksQuery)
  return (
    <PageLayout title={ruleSetTexts.title} intro={ruleSetTexts.intro}>
      <QueryView query={books}>
        {(list) => list.map((book) => <RuleBookSection key={book.name} book={book} />)}
      </QueryView>
    </PageLayout>
  )
}

function RuleBookSection({ book }: { readonly book: RuleBookView }) {
  return (
    <div className="grid items-start gap-6">
      <div className="grid items-start gap-6 lg:grid-cols-2">
        {book.sets.map((set) => (
          <RuleSetCard key={set.version} set={set} book={book} />
        ))}
      </div>
      <Card title={ruleSetTexts.drafts}>
        {book.drafts.length === 0 ? (
          <EmptyState text={ruleSetTexts.empty} />
        ) : (
          <ul className="divide-y divide-line">
            {book.drafts.map((draft) => (
              <DraftCard key={draft.id} draft={draft} book={book.name} />
            ))}
          </ul>
        )}
      </Card>
    </div>
  )
}
