import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useRef, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import {
  type QueuedSupportRequest,
  supportAnswerBody,
  type SupportState,
  supportStates,
} from '../../../contract/support/support.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge } from '../../components/data-display.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { Checkbox, TextArea } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { Forbidden, PageLayout } from '../../components/page-layout.tsx'
import { Tabs } from '../../components/tabs.tsx'
import { componentTexts } from '../../components/texts.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { dateTime } from '../../shared/format.ts'
import { invalidate } from '../../shared/queries.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { isModerator, useUser } from '../../shared/session.ts'
import { Conversation } from './Conversation.tsx'
import { supportQueueQuery } from './queries.ts'
import { supportTexts } from './texts.ts'

const texts = supportTexts.queue

/** Requests to the help desk, for staff. @rule D-33 */
export function SupportQueuePage() {
  return isModerator(useUser()) ? <SupportQueue /> : <Forbidden title={texts.forbiddenTitle} text={texts.forbidden} />
}

function SupportQueue() {
  const client = useQueryClient()
  const [searchParams, setSearchParams] = useSearchParams()
  const current = supportStates.find((state) => state === searchParams.get('state')) ?? 'open'
  return (
    <PageLayout
      title={texts.title}
      intro={texts.intro}
      action={
        <Button variant="secondary" onClick={() => void invalidate(client, ['support'])}>
          {texts.refresh}
        </Button>
      }
    >
      <Tabs
        label={texts.title}
        value={current}
        onChange={(state) => setSearchParams({ state }, { replace: true })}
        tabs={supportStates.map((state) => ({
          value: state,
          label: texts.states[state],
          content: <RequestsInState state={state} />,
        }))}
      />
    </PageLayout>
  )
}

function RequestsInState({ state }: { readonly state: SupportState }) {
  const requests = useInfiniteQuery(supportQueueQuery(state))
  const list = useRef<HTMLDivElement>(null)
  return (
    <div ref={list} tabIndex={-1}>
      <QueryView query={requests} errorTitle={texts.failed} empty={<EmptyState text={texts.empty[state]} />}>
        {(found) => (
          <>
            <ul className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
              {found.map((request) => (
                <QueuedRequest key={request.id} request={request} list={list} />
              ))}
            </ul>
            <LoadMoreButton query={requests} />
          </>
        )}
      </QueryView>
    </div>
  )
}

interface QueuedRequestProps {
  readonly request: QueuedSupportRequest
  /** Receives the focus when the request leaves it. */
  readonly list: RefObject<HTMLDivElement | null>
}

function QueuedRequest({ request, list }: QueuedRequestProps) {
  const { subject, messages, waitingSince, account, actions } = request
  const name = account.name ?? texts.unknown
  const [answering, setAnswering] = useState(false)
  const cancelled = useRef(false)
  return (
    <li className="grid grid-cols-1 gap-4 rounded-card border border-line bg-surface p-4 shadow-card sm:p-5">
      <div className="grid gap-1">
        <h2 className="flex flex-wrap items-center gap-2">
          <span className="min-w-0 font-semibold break-words">{subject}</span>
          {account.premium && <Badge tone="gold">{texts.premium}</Badge>}
        </h2>
        <p className="text-sm break-words text-muted">
          {[name, account.kind === null ? null : texts.kinds[account.kind], account.email]
            .filter((part) => part !== null)
            .join(' · ')}
        </p>
        {waitingSince !== null && <p className="text-sm text-muted">{texts.waitingSince(dateTime(waitingSince))}</p>}
      </div>
      <Conversation messages={messages} reader="staff" authors={{ account: name, staff: supportTexts.staff }} />
      {!actions.answer.allowed && <p className="text-sm text-muted">{actions.answer.message}</p>}
      {actions.answer.allowed && !answering && (
        <div>
          <Button
            // receives the focus of the form that it replaces
            ref={(button) => {
              if (cancelled.current) button?.focus()
              cancelled.current = false
            }}
            onClick={() => setAnswering(true)}
          >
            {texts.answer}
          </Button>
        </div>
      )}
      {actions.answer.allowed && answering && (
        <AnswerForm
          request={request}
          onCancel={() => {
            cancelled.current = true
            setAnswering(false)
          }}
          onSent={() => {
            setAnswering(false)
            list.current?.focus()
          }}
        />
      )}
    </li>
  )
}

/** Stable, so that only the appearance of the field moves the focus. */
const takeFocus = (field: HTMLTextAreaElement | null) => field?.focus()

interface AnswerFormProps {
  readonly request: QueuedSupportRequest
  readonly onCancel: () => void
  readonly onSent: () => void
}

function AnswerForm({ request: { id, subject, messages }, onCancel, onSent }: AnswerFormProps) {
  const client = useQueryClient()
  const { form, pending, submit } = useFormMutation('answerSupportRequest', {
    initialValues: { message: '', close: false },
    schema: supportAnswerBody,
    toBody: (values) => ({ ...values, lastReadId: messages.at(-1)?.id }),
    toInput: (body) => ({ params: { id }, body }),
    invalidates: ['support'],
    successToast: { title: texts.sent },
    failureText: texts.sendFailed,
    onSuccess: onSent,
    // shows what has arrived in the meantime
    onError: () => void invalidate(client, ['support']),
  })
  return (
    <Form label={`${texts.answer}: ${subject}`} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={texts.answerLabel}
        ref={takeFocus}
        {...limitsOf(supportAnswerBody, 'message')}
        {...bindField(form, 'message')}
      />
      <Checkbox
        label={texts.closeToo}
        checked={form.values.close}
        onChange={({ target }) => form.set('close', target.checked)}
      />
      <FormAlert text={form.formError} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" pending={pending}>
          {texts.send}
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          {componentTexts.cancel}
        </Button>
      </div>
    </Form>
  )
}
