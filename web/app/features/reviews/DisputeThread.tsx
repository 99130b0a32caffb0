import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import {
  type DisputeThread as Thread,
  type Statement,
  statementBody,
} from '../../../contract/reviews/flags-and-disputes.ts'
import { textLengths } from '../../../contract/reviews/reviews.ts'
import { Button } from '../../components/buttons.tsx'
import { QueryView } from '../../components/feedback.tsx'
import { TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { longDate } from '../../shared/format.ts'
import { disputeThreadQuery } from './queries.ts'
import { disputeTexts, reviewTexts } from './texts.ts'

/** A dispute with the statements of both parties, loaded when it is expanded. */
export function DisputeThread({ disputeId, label }: { readonly disputeId: string; readonly label: string }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className="grid w-full gap-3">
      <div className="-ml-3">
        <Button variant="quiet" small aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          {open ? disputeTexts.hide : label}
        </Button>
      </div>
      <div id={panel}>{open && <ThreadPanel disputeId={disputeId} />}</div>
    </div>
  )
}

function ThreadPanel({ disputeId }: { readonly disputeId: string }) {
  const query = useQuery(disputeThreadQuery(disputeId))
  return (
    <section aria-label={disputeTexts.thread} className="grid gap-4 border-l-3 border-line pl-4">
      <QueryView query={query} skeletonRows={2}>
        {(thread) => (
          <>
            {thread.side === 'author' && <DisputeContent thread={thread} />}
            <StatementList thread={thread} />
            {thread.maySpeak && <StatementForm disputeId={disputeId} side={thread.side} />}
            {thread.statementObstacle && (
              <p className="text-sm text-muted">{disputeTexts.obstacles[thread.statementObstacle]}</p>
            )}
          </>
        )}
      </QueryView>
    </section>
  )
}

/** What the author sees of the dispute: reason, message, due date and resolution. */
function DisputeContent({ thread: { reason, message, dueAt, undecided, resolution } }: { readonly thread: Thread }) {
  return (
    <div className="grid gap-1">
      <p>
        <span className="font-medium">{reviewTexts.disputeReasons[reason]}</span>
        {undecided && <span className="text-sm text-muted">{` · ${reviewTexts.disputeDue(longDate(dueAt))}`}</span>}
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      {resolution !== null && (
        <figure className="rounded-control bg-sunken p-3">
          <figcaption className="text-sm text-muted">{reviewTexts.disputeResolution}</figcaption>
          <blockquote className="break-words whitespace-pre-line">{resolution}</blockquote>
        </figure>
      )}
    </div>
  )
}

function StatementList({ thread: { statements, side } }: { readonly thread: Thread }) {
  if (statements.length === 0) return <p className="text-sm text-muted">{disputeTexts.noStatements}</p>
  return (
    <ol className="grid gap-3">
      {statements.map((statement) => (
        <StatementItem key={statement.id} statement={statement} own={statement.party === side} />
      ))}
    </ol>
  )
}

function StatementItem({ statement, own }: { readonly statement: Statement; readonly own: boolean }) {
  const { party, message, filedAt } = statement
  return (
    <li>
      <p className="text-sm text-muted">{`${own ? disputeTexts.you : disputeTexts[party]} · ${longDate(filedAt)}`}</p>
      <p className="break-words whitespace-pre-line">{message}</p>
    </li>
  )
}

function StatementForm({ disputeId, side }: { readonly disputeId: string; readonly side: Thread['side'] }) {
  const { form, pending, submit } = useFormMutation('fileStatement', {
    initialValues: { message: '' },
    schema: statementBody,
    toInput: (body) => ({ params: { id: disputeId }, body }),
    invalidates: ['reviews'],
    successToast: { title: disputeTexts.statementSent },
    resetOnSuccess: true,
    failureText: disputeTexts.statementFailed,
  })
  return (
    <Form label={disputeTexts.statement} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={disputeTexts.statement}
        hint={side === 'author' ? disputeTexts.statementHintAuthor : disputeTexts.statementHint}
        maxLength={textLengths.disputeStatement.max}
        required
        {...bindField(form, 'message')}
      />
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" small pending={pending}>
          {disputeTexts.statementSubmit}
        </Button>
      </div>
    </Form>
  )
}
