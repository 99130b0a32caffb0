import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { mostStatements, statementBody, type Hearing as Heard, type Statement } from '../../../contract/hearings.ts'
import { Button } from '../../components/Button.tsx'
import { Form } from '../../components/Form.tsx'
import { FormAlert } from '../../components/FormAlert.tsx'
import { Loaded } from '../../components/Loaded.tsx'
import { TextArea } from '../../components/TextArea.tsx'
import { complain, showToast } from '../../components/toast.ts'
import { longDate } from '../../shared/format.ts'
import { bind, useForm } from '../../shared/form.ts'
import { said } from '../../shared/refused.ts'
import { useWrite } from '../../shared/write.ts'
import { texts } from '../../texts.ts'
import { hearingOf } from './reviews.queries.ts'

const { hearings: words, reviews } = texts

/** What both sides of a dispute say, read when it is asked for. */
export function Hearing({ disputeId, label }: { readonly disputeId: string; readonly label: string }) {
  const [open, setOpen] = useState(false)
  const panel = useId()
  return (
    <div className="grid w-full gap-3">
      <div className="-ml-3">
        <Button look="quiet" small aria-expanded={open} aria-controls={panel} onClick={() => setOpen(!open)}>
          {open ? words.hide : label}
        </Button>
      </div>
      <div id={panel}>{open && <Panel disputeId={disputeId} />}</div>
    </div>
  )
}

function Panel({ disputeId }: { readonly disputeId: string }) {
  const hearing = useQuery(hearingOf(disputeId))
  return (
    <section aria-label={words.hearing} className="grid gap-4 border-l-3 border-line pl-4">
      <Loaded query={hearing} rows={2}>
        {(heard) => (
          <>
            {heard.side === 'author' && <Objection heard={heard} />}
            <Statements heard={heard} />
            {heard.maySpeak ? (
              <StatementForm disputeId={disputeId} side={heard.side} />
            ) : (
              <p className="text-sm text-muted">{whyNot(heard)}</p>
            )}
          </>
        )}
      </Loaded>
    </section>
  )
}

/** To the author: the ground and the message, and by when it is decided. */
function Objection({ heard: { reason, message, dueAt, resolvedAt, resolution } }: { readonly heard: Heard }) {
  return (
    <div className="grid gap-1">
      <p>
        <span className="font-medium">{reviews.disputeReasons[reason]}</span>
        {resolvedAt === null && (
          <span className="text-sm text-muted">{` · ${reviews.disputeDue(longDate(dueAt))}`}</span>
        )}
      </p>
      <p className="break-words whitespace-pre-line">{message}</p>
      {resolution !== null && (
        <figure className="rounded-control bg-sunken p-3">
          <figcaption className="text-sm text-muted">{reviews.disputeAnswer}</figcaption>
          <blockquote className="break-words whitespace-pre-line">{resolution}</blockquote>
        </figure>
      )}
    </div>
  )
}

function Statements({ heard: { statements, side } }: { readonly heard: Heard }) {
  if (statements.length === 0) return <p className="text-sm text-muted">{words.noStatements}</p>
  return (
    <ol className="grid gap-3">
      {statements.map((one) => (
        <Said key={one.id} statement={one} mine={one.party === side} />
      ))}
    </ol>
  )
}

function Said({ statement, mine }: { readonly statement: Statement; readonly mine: boolean }) {
  const { party, message, filedAt } = statement
  return (
    <li>
      <p className="text-sm text-muted">{`${mine ? words.you : words[party]} · ${longDate(filedAt)}`}</p>
      <p className="break-words whitespace-pre-line">{message}</p>
    </li>
  )
}

const whyNot = ({ status, statements, side }: Heard) => {
  if (status !== 'OPEN' && status !== 'UNDER_REVIEW') return words.decided
  const own = statements.filter(({ party }) => party === side).length
  return own >= mostStatements ? words.usedUp : words.notYourTurn
}

function StatementForm({ disputeId, side }: { readonly disputeId: string; readonly side: Heard['side'] }) {
  const form = useForm({ message: '' }, statementBody, (body) => body)
  const filing = useWrite('fileStatement', {
    refreshes: ['reviews'],
    onDone: () => {
      form.reset()
      showToast({ title: words.statementSent })
    },
    onRefused: (error) => {
      const why = said(error, words.statementFailed)
      form.refuse(error, why)
      complain(why)
    },
  })
  const submit = () => form.whenSound((body) => filing.mutate({ params: { id: disputeId }, body }))
  return (
    <Form label={words.statement} onSubmit={submit} faults={form.faults}>
      <TextArea
        label={words.statement}
        hint={side === 'author' ? words.statementHintAuthor : words.statementHint}
        maxLength={2000}
        required
        {...bind(form, 'message')}
      />
      <FormAlert text={form.complaint} />
      <div>
        <Button type="submit" small pending={filing.isPending}>
          {words.statementSubmit}
        </Button>
      </div>
    </Form>
  )
}
