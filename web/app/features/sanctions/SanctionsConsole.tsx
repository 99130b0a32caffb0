import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { endpoints } from '../../../contract/endpoints.ts'
import {
  decideSanctionAppealBody,
  type Sanction,
  type SanctionAppealOutcome,
} from '../../../contract/sanctions/sanctions.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { Dialog, DialogActions, ReasonDialog } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Select } from '../../components/form-controls.tsx'
import { TextLink } from '../../components/links.tsx'
import { FormAlert } from '../../components/form.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { NewSanctionDialog } from './NewSanctionDialog.tsx'
import { SanctionStatus } from './SanctionStatus.tsx'
import { sanctionsQuery } from './queries.ts'
import { connectionTexts } from '../moderation/connections/texts.ts'
import { caseQueueTexts } from '../moderation/texts.ts'
import { sanctionTexts } from './texts.ts'

const filterChoices = [
  { value: 'active', label: sanctionTexts.console.filters.active },
  { value: 'all', label: sanctionTexts.console.filters.all },
]

/** Sanctions, newest first. @rule A-77 */
export function SanctionsConsole() {
  const userId = useSearchParams()[0].get('user')
  const [filter, setFilter] = useState(userId === null ? 'active' : 'all')
  const sanctions = useInfiniteQuery(sanctionsQuery(filter === 'active', userId))
  return (
    <div className="grid gap-4">
      <div className="flex flex-wrap items-end justify-between gap-4">
        <div className="w-full max-w-xs">
          <Select
            label={sanctionTexts.console.filter}
            options={filterChoices}
            value={filter}
            onChange={({ target }) => setFilter(target.value)}
          />
        </div>
        <NewSanctionDialog />
      </div>
      {userId !== null && (
        <p className="text-sm">
          {sanctionTexts.console.ofOneAccount}{' '}
          <TextLink to="/admin/reviews?view=sanctions">{sanctionTexts.console.ofAllAccounts}</TextLink>
        </p>
      )}
      <QueryView query={sanctions} empty={<EmptyState text={sanctionTexts.console.empty} />}>
        {(list) => (
          <>
            <ul className="grid items-start gap-4 lg:grid-cols-2">
              {list.map((sanction) => (
                <SanctionCard key={sanction.id} sanction={sanction} />
              ))}
            </ul>
            <LoadMoreButton query={sanctions} />
          </>
        )}
      </QueryView>
    </div>
  )
}

/** A sanction as moderators see it. */
function SanctionCard({ sanction }: { readonly sanction: Sanction }) {
  const { userName, severity, isActive, proposed, appealStatus, appealReason, facts, reason, autoDetected } = sanction
  return (
    <li className="flex flex-col gap-3 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <h2 className="flex flex-wrap items-center gap-2">
        <span className="font-semibold break-words">{userName ?? sanctionTexts.console.unknown}</span>
        <Badge>{sanctionTexts.severities[severity]}</Badge>
        {isActive && proposed !== null && <Badge tone="gold">{sanctionTexts.console.proposal}</Badge>}
        {appealStatus !== 'NONE' && (
          <Badge tone="gold">{`${sanctionTexts.console.appeal}: ${sanctionTexts.appealStatus[appealStatus]}`}</Badge>
        )}
      </h2>
      <SanctionStatus sanction={sanction} />
      <p className="grow break-words whitespace-pre-line">{facts}</p>
      <p className="text-sm break-words text-muted">
        {[
          sanctionTexts.reasons[reason],
          triggerDescription(sanction),
          autoDetected ? sanctionTexts.console.automatic : null,
          userName === null ? sanctionTexts.console.id(sanction.userId) : null,
        ]
          .filter((part) => part !== null)
          .join(' · ')}
      </p>
      {appealReason !== null && (
        <section aria-label={sanctionTexts.console.appeal} className="grid gap-3 rounded-control bg-sunken p-3">
          <div>
            <p className="text-sm text-muted">{caseQueueTexts.appellantStatement}</p>
            <p className="break-words whitespace-pre-line">{appealReason}</p>
          </div>
          <SanctionAppealDecision appeal={sanction} />
        </section>
      )}
      <p className="text-sm">
        <TextLink to={`/admin/collegamenti?account=${sanction.userId}`}>{connectionTexts.link}</TextLink>
      </p>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {sanction.actions.includes('consent') && <AnswerDialog sanctionId={sanction.id} answer="consent" />}
        {sanction.actions.includes('refuse') && <AnswerDialog sanctionId={sanction.id} answer="refuse" />}
        {sanction.actions.includes('lift') && <LiftSanctionDialog sanctionId={sanction.id} />}
      </div>
    </li>
  )
}

/** The trigger, with the dismissed notices or the number of strikes behind it. */
const triggerDescription = ({ triggerType, dismissedNotices, violationCount }: Sanction): string => {
  const cause = sanctionTexts.console.triggers[triggerType]
  if (dismissedNotices !== null) {
    const { dismissed, decided, windowDays } = dismissedNotices
    return windowDays === null
      ? sanctionTexts.console.dismissedFlags(dismissed, decided)
      : `${cause} (${sanctionTexts.console.dismissedDisputes(dismissed, decided, windowDays)})`
  }
  return violationCount === 0 ? cause : `${cause} (${sanctionTexts.console.strikes(violationCount)})`
}

type SanctionAppeal = Pick<Sanction, 'id' | 'appealStatus' | 'actions' | 'appealDecisionReason'>

/**
 * @rule S-15 taken under review, then approved or rejected
 * @rule V-60 with a reason
 */
function SanctionAppealDecision({ appeal }: { readonly appeal: SanctionAppeal }) {
  return appeal.actions.includes('decide-appeal') ? <PendingAppeal appeal={appeal} /> : <ClosedAppeal appeal={appeal} />
}

/** The appeal to moderators who may not decide it (any longer). */
function ClosedAppeal({ appeal: { appealStatus, appealDecisionReason } }: { readonly appeal: SanctionAppeal }) {
  return (
    <div className="grid gap-2">
      <p>
        <Badge>{sanctionTexts.appealStatus[appealStatus]}</Badge>
      </p>
      {appealDecisionReason !== null && <p className="break-words whitespace-pre-line">{appealDecisionReason}</p>}
    </div>
  )
}

function PendingAppeal({ appeal: { id, actions } }: { readonly appeal: SanctionAppeal }) {
  const [decision, setDecision] = useState<SanctionAppealOutcome | null>(null)
  const deciding = useApiMutation('decideSanctionAppeal', {
    invalidates: ['moderation'],
    onSuccess: (_, { body }) => {
      showToast({
        title: body.decision === undefined ? sanctionTexts.console.reviewStarted : sanctionTexts.console.decided,
      })
      setDecision(null)
    },
    onError: (error, { body }) => {
      if (body.decision === undefined) showErrorToast(errorMessage(error, sanctionTexts.console.failed))
    },
  })
  const openDialog = (verdict: SanctionAppealOutcome) => {
    deciding.reset()
    setDecision(verdict)
  }
  const params = { id }
  return (
    <div className="flex flex-wrap gap-2">
      {actions.includes('take-appeal') && (
        <Button
          variant="secondary"
          small
          pending={deciding.isPending && decision === null}
          onClick={() => deciding.mutate({ params, body: { status: 'UNDER_REVIEW' } })}
        >
          {sanctionTexts.console.startReview}
        </Button>
      )}
      <Button small onClick={() => openDialog('APPROVED')}>
        {sanctionTexts.console.approve}
      </Button>
      <Button variant="danger" small onClick={() => openDialog('REJECTED')}>
        {sanctionTexts.console.reject}
      </Button>
      {decision !== null && (
        <ReasonDialog
          title={sanctionTexts.console.decideTitle[decision]}
          text={sanctionTexts.console.decideText[decision]}
          label={sanctionTexts.console.decideReason}
          maxLength={limitsOf(decideSanctionAppealBody, 'reason').maxLength}
          confirm={decision === 'APPROVED' ? sanctionTexts.console.approve : sanctionTexts.console.reject}
          pending={deciding.isPending}
          error={deciding.error}
          onClose={() => setDecision(null)}
          onConfirm={(reason) => deciding.mutate({ params, body: { decision, reason } })}
        />
      )}
    </div>
  )
}

interface AnswerDialogProps {
  readonly sanctionId: string
  readonly answer: 'consent' | 'refuse'
}

/** Answers the proposal of a permanent suspension. @rule Q-128 */
function AnswerDialog({ sanctionId, answer }: AnswerDialogProps) {
  const [open, setOpen] = useState(false)
  const answering = useApiMutation(answer === 'consent' ? 'consentToSanction' : 'refuseSanction', {
    invalidates: ['moderation'],
    onSuccess: () => {
      showToast({ title: sanctionTexts.console.answered[answer] })
      setOpen(false)
    },
  })
  const label = sanctionTexts.console[answer]
  return (
    <>
      <Button variant={answer === 'consent' ? 'danger' : 'secondary'} small onClick={() => setOpen(true)}>
        {label}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={sanctionTexts.console.answerTitle[answer]}
        description={sanctionTexts.console.answerText[answer]}
      >
        {answering.error !== null && <FormAlert text={answering.error.message} />}
        <DialogActions onCancel={() => setOpen(false)}>
          <Button pending={answering.isPending} onClick={() => answering.mutate({ params: { id: sanctionId } })}>
            {label}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

function LiftSanctionDialog({ sanctionId }: { readonly sanctionId: string }) {
  const [open, setOpen] = useState(false)
  const lifting = useApiMutation('liftSanction', {
    invalidates: ['moderation'],
    onSuccess: () => {
      showToast({ title: sanctionTexts.console.liftDone })
      setOpen(false)
    },
  })
  return (
    <>
      <Button variant="secondary" small onClick={() => setOpen(true)}>
        {sanctionTexts.console.lift}
      </Button>
      {open && (
        <ReasonDialog
          title={sanctionTexts.console.liftTitle}
          text={sanctionTexts.console.liftText}
          label={sanctionTexts.console.liftReason}
          maxLength={limitsOf(endpoints.liftSanction.body, 'reason').maxLength}
          confirm={sanctionTexts.console.lift}
          pending={lifting.isPending}
          error={lifting.error}
          onClose={() => setOpen(false)}
          onConfirm={(reason) => lifting.mutate({ params: { id: sanctionId }, body: { isActive: false, reason } })}
        />
      )}
    </>
  )
}
