import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type DisputeThread as Heard,
  maxStatements,
  type Statement,
  statementBody,
} from '../../../contract/reviews/flags-and-disputes.ts'
import { Button } from '../../components/buttons.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { showErrorToast, showToast } from '../../components/toast.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { bindField, useForm } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { hearingQuery } from './queries.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

/** What both sides of a dispute say, read when it is asked for. */
export function DisputeHearing({ disputeId, label }: { readonly disputeId: string; readonly label: string }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className="grid w-full gap-3">
      <div className="-ml-3">
        <Button variant="quiet" small aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          {open ? disputeTexts.hide : label}
        </Button>
      </div>
      <div id={panel}>{open && <HearingPanel disputeId={disputeId} />}</div>
    </div>
  )
}

function HearingPanel({ disputeId }: { readonly disputeId: string }) {
  const hearing = useQuery(hearingQuery(disputeId))
  return (
    <section aria-label={disputeTexts.hearing} className="grid gap-4 border-l-3 border-line pl-4">
      <QueryView query={hearing} skeletonRows={2}>
        {(heard) => (
          <>
            {heard.side === 'author' && <DisputeClaim heard={heard} />}
            <StatementList heard={heard} />
            {heard.maySpeak ? (
              <StatementForm disputeId={disputeId} side={heard.side} />
            ) : (
              <p className="text-sm text-muted">{whyNoStatement(heard)}</p>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** To the author: the ground and the message, and by when it is decided. */
function DisputeClaim({ heard: { reason, message, dueAt, resolvedAt, resolution } }: { readonly heard: Heard }) {
  return (
    <div className="grid gap-1">
      <p>
        <span className="font-medium">{reviewTexts.disputeReasons[reason]}</span>
        {resolvedAt === null && (
          <span className="text-sm text-muted">{` · ${reviewTexts.disputeDue(longDate(dueAt))}`}</span>
        )}
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      {resolution !== null && (
        <figure className="rounded-control bg-sunken p-3">
          <figcaption className="text-sm text-muted">{reviewTexts.disputeAnswer}</figcaption>
          <blockquote className="break-words whitespace-pre-line">{resolution}</blockquote>
        </figure>
      )}
    </div>
  )
}

function StatementList({ heard: { statements, side } }: { readonly heard: Heard }) {
  if (statements.length === 0) return <p className="text-sm text-muted">{disputeTexts.noStatements}</p>
  return (
    <ol className="grid gap-3">
      {statements.map((one) => (
        <StatementItem key={one.id} statement={one} mine={one.party === side} />
      ))}
    </ol>
  )
}

function StatementItem({ statement, mine }: { readonly statement: Statement; readonly mine: boolean }) {
  const { party, message, filedAt } = statement
  return (
    <li>
      <p className="text-sm text-muted">{`${mine ? disputeTexts.you : disputeTexts[party]} · ${longDate(filedAt)}`}</p>
      <p className="break-words whitespace-pre-line">{message}</p>
    </li>
  )
}

const whyNoStatement = ({ status, statements, side }: Heard) => {
  if (status !== 'OPEN' && status !== 'UNDER_REVIEW') return disputeTexts.decided
  const own = statements.filter(({ party }) => party === side).length
  return own >= maxStatements ? disputeTexts.usedUp : disputeTexts.notYourTurn
}

function StatementForm({ disputeId, side }: { readonly disputeId: string; readonly side: Heard['side'] }) {
  const form = useForm({ message: '' }, statementBody, (body) => body)
  const filing = useApiMutation('fileStatement', {
    invalidates: ['reviews'],
    onSuccess: () => {
      form.reset()
      showToast({ title: disputeTexts.statementSent })
    },
    onError: (error) => {
      const why = errorMessage(error, disputeTexts.statementFailed)
      form.showServerError(error, why)
      showErrorToast(why)
    },
  })
  const submit = () => form.submitIfValid((body) => filing.mutate({ params: { id: disputeId }, body }))
  return (
    <Form label={disputeTexts.statement} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={disputeTexts.statement}
        hint={side === 'author' ? disputeTexts.statementHintAuthor : disputeTexts.statementHint}
        maxLength={2000}
        required
        {...bindField(form, 'message')}
      />
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" small pending={filing.isPending}>
          {disputeTexts.statementSubmit}
        </Button>
      </div>
    </Form>
  )
}
