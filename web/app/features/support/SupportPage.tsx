import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useLocation, useSearchParams } from 'react-router-dom'
import { supportMessageBody, type SupportRequest } from '../../../contract/support/support.ts'
import { Button } from '../../components/buttons.tsx'
import { Badge, type BadgeTone, Card } from '../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../components/dialogs.tsx'
import { EmptyState, LoadMoreButton, QueryView } from '../../components/feedback.tsx'
import { TextArea, TextInput } from '../../components/form-controls.tsx'
import { Form, FormAlert } from '../../components/form.tsx'
import { TextLink } from '../../components/links.tsx'
import { PageLayout } from '../../components/page-layout.tsx'
import { errorMessage } from '../../shared/api-error.ts'
import { useFormMutation } from '../../shared/form-mutation.ts'
import { bindField } from '../../shared/form.ts'
import { dateTime } from '../../shared/format.ts'
import { useApiMutation } from '../../shared/mutations.ts'
import { limitsOf } from '../../shared/schema-limits.ts'
import { showErrorToast, showToast } from '../../toasts.ts'
import { Conversation } from './Conversation.tsx'
import { supportRequestsQuery } from './queries.ts'
import { supportTexts } from './texts.ts'

const stateTones: Readonly<Record<SupportRequest['state'], BadgeTone>> = {
  open: 'gold',
  answered: 'good',
  closed: 'plain',
}

/** The user's requests to the help desk, or the conversation named in the query. @rule D-32 */
export function SupportPage() {
  const requests = useInfiniteQuery(supportRequestsQuery)
  const [searchParams, setSearchParams] = useSearchParams()
  const open = requests.data?.find(({ id }) => id === searchParams.get('request'))
  return (
    <PageLayout
      title={supportTexts.title}
      intro={supportTexts.intro}
      narrow
      action={<NewRequestDialog onSent={(id) => setSearchParams({ request: id })} />}
    >
      <QueryView query={requests} errorTitle={supportTexts.failed} empty={<EmptyState text={supportTexts.empty} />}>
        {(list) =>
          open === undefined ? (
            <>
              <RequestList requests={list} />
              <LoadMoreButton query={requests} />
            </>
          ) : (
            <OpenRequest key={open.id} request={open} />
          )
        }
      </QueryView>
    </PageLayout>
  )
}

/** The user comes back from a conversation: the list receives the focus. */
const returned = 'returned'

function RequestList({ requests }: { readonly requests: readonly SupportRequest[] }) {
  const { state: arrival } = useLocation() as { readonly state: unknown }
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => {
    if (arrival === returned) list.current?.focus()
  }, [arrival])
  return (
    <ul ref={list} tabIndex={-1} aria-label={supportTexts.requests} className="grid grid-cols-1 gap-3">
      {requests.map(({ id, subject, state, lastAt }) => (
        <li key={id} className="grid gap-1 rounded-card border border-line bg-surface p-4 shadow-card">
          <div className="flex flex-wrap items-start justify-between gap-2">
            <span className="min-w-0 break-words">
              <TextLink to={`/support?request=${id}`}>{subject}</TextLink>
            </span>
            <Badge tone={stateTones[state]}>{supportTexts.states[state]}</Badge>
          </div>
          <p className="text-sm text-muted">{supportTexts.changed(dateTime(lastAt))}</p>
        </li>
      ))}
    </ul>
  )
}

/** A conversation with what the user may do. */
function OpenRequest({ request }: { readonly request: SupportRequest }) {
  const { id, subject, state, messages, actions } = request
  const [closed, setClosed] = useState(false)
  return (
    <>
      <p>
        <TextLink to="/support" state={returned}>
          {supportTexts.all}
        </TextLink>
      </p>
      <Card title={subject} focusTitle action={<Badge tone={stateTones[state]}>{supportTexts.states[state]}</Badge>}>
        <div className="grid grid-cols-1 gap-5">
          <Conversation
            messages={messages}
            reader="account"
            authors={{ account: supportTexts.you, staff: supportTexts.staff }}
          />
          {actions.write.allowed ? (
            <MessageForm requestId={id} />
          ) : (
            <p
              // receives the focus of the button that closed the request
              ref={(text) => {
                if (closed) text?.focus()
              }}
              tabIndex={-1}
              className="text-sm text-muted"
            >
              {actions.write.message}
            </p>
          )}
          {actions.close.allowed && (
            <div>
              <CloseRequestDialog requestId={id} onClosed={() => setClosed(true)} />
            </div>
          )}
        </div>
      </Card>
    </>
  )
}

function MessageForm({ requestId }: { readonly requestId: string }) {
  const { form, pending, submit } = useFormMutation('sendSupportMessage', {
    initialValues: { message: '' },
    schema: supportMessageBody,
    toBody: ({ message }) => ({ requestId, message }),
    toInput: (body) => ({ body }),
    invalidates: ['support'],
    resetOnSuccess: true,
    successToast: { title: supportTexts.sent },
    failureText: supportTexts.sendFailed,
  })
  return (
    <Form label={supportTexts.continue} onSubmit={submit} errorCount={form.errorCount}>
      <TextArea
        label={supportTexts.write}
        {...limitsOf(supportMessageBody, 'message')}
        {...bindField(form, 'message')}
      />
      <FormAlert text={form.formError} />
      <div>
        <Button type="submit" pending={pending}>
          {supportTexts.send}
        </Button>
      </div>
    </Form>
  )
}

interface CloseRequestProps {
  readonly requestId: string
  readonly onClosed: () => void
}

function CloseRequestDialog({ requestId, onClosed }: CloseRequestProps) {
  const [open, setOpen] = useState(false)
  const closing = useApiMutation('closeSupportRequest', {
    invalidates: ['support'],
    onSuccess: () => {
      showToast({ title: supportTexts.closed })
      setOpen(false)
      onClosed()
    },
    onError: (error) => showErrorToast(errorMessage(error, supportTexts.closeFailed)),
  })
  return (
    <>
      <Button variant="secondary" onClick={() => setOpen(true)}>
        {supportTexts.close}
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={supportTexts.closeTitle}
        description={supportTexts.closeText}
      >
        <DialogActions onCancel={() => setOpen(false)}>
          <Button pending={closing.isPending} onClick={() => closing.mutate({ params: { id: requestId } })}>
            {supportTexts.close}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}

interface NewRequestProps {
  readonly onSent: (requestId: string) => void
}

function NewRequestDialog({ onSent }: NewRequestProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{supportTexts.newRequest}</Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        title={supportTexts.newRequest}
        description={supportTexts.newRequestText}
      >
        <NewRequestForm
          onCancel={() => setOpen(false)}
          onSent={(id) => {
            setOpen(false)
            onSent(id)
          }}
        />
      </Dialog>
    </>
  )
}

function NewRequestForm({ onSent, onCancel }: NewRequestProps & { readonly onCancel: () => void }) {
  const { form, pending, submit } = useFormMutation('sendSupportMessage', {
    initialValues: { subject: '', message: '' },
    schema: supportMessageBody,
    toInput: (body) => ({ body }),
    invalidates: ['support'],
    successToast: { title: supportTexts.sent },
    failureText: supportTexts.sendFailed,
    onSuccess: ({ id }) => onSent(id),
  })
  return (
    <Form label={supportTexts.newRequest} onSubmit={submit} errorCount={form.errorCount}>
      <TextInput
        label={supportTexts.subject}
        {...limitsOf(supportMessageBody, 'subject')}
        optional={false}
        required
        {...bindField(form, 'subject')}
      />
      <TextArea
        label={supportTexts.message}
        {...limitsOf(supportMessageBody, 'message')}
        {...bindField(form, 'message')}
      />
      <FormAlert text={form.formError} />
      <DialogActions onCancel={onCancel}>
        <Button type="submit" pending={pending}>
          {supportTexts.send}
        </Button>
      </DialogActions>
    </Form>
  )
}
