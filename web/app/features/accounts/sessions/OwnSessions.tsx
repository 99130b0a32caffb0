import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { OwnSession } from '../../../../contract/accounts/authentication.ts'
import { Button } from '../../../components/buttons.tsx'
import { Badge } from '../../../components/data-display.tsx'
import { Dialog, DialogActions } from '../../../components/dialogs.tsx'
import { EmptyState, QueryView } from '../../../components/feedback.tsx'
import { errorMessage } from '../../../shared/api-error.ts'
import { useApiMutation } from '../../../shared/mutations.ts'
import { showErrorToast, showToast } from '../../../toasts.ts'
import { dateTime, longDate } from '../../../shared/format.ts'
import { ownSessionsQuery } from '../queries.ts'
import { sessionTexts } from './texts.ts'

/** Lists and ends one's own sessions. @rule Q-26 */
export function OwnSessions() {
  return (
    <div className="grid gap-4">
      <p className="text-muted">{sessionTexts.intro}</p>
      <QueryView
        query={useQuery(ownSessionsQuery)}
        skeletonRows={2}
        errorTitle={sessionTexts.failed}
        empty={<EmptyState text={sessionTexts.empty} />}
      >
        {(list) => (
          <>
            <ul className="grid gap-3">
              {list.map((session) => (
                <SessionRow key={session.id} session={session} />
              ))}
            </ul>
            {list.some(({ current }) => !current) && <EndOtherSessions />}
          </>
        )}
      </QueryView>
    </div>
  )
}

function SessionRow({ session }: { readonly session: OwnSession }) {
  const { id, device, createdAt, lastUsedAt, quickAccess, current } = session
  const name = device ?? sessionTexts.unknownDevice
  const ending = useApiMutation('endSession', {
    invalidates: ['sessions'],
    onSuccess: () => showToast({ title: sessionTexts.ended }),
    onError: (error) => showErrorToast(errorMessage(error, sessionTexts.endFailed)),
  })
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 border-b border-line pb-3 last:border-0 last:pb-0">
      <div className="grid min-w-0">
        <span className="font-medium break-words">{name}</span>
        <span className="text-sm text-muted">
          {quickAccess
            ? sessionTexts.openedByQuickAccess(longDate(createdAt))
            : sessionTexts.opened(longDate(createdAt))}
        </span>
        <span className="text-sm text-muted">{sessionTexts.used(dateTime(lastUsedAt))}</span>
      </div>
      {current ? (
        <Badge tone="good">{sessionTexts.current}</Badge>
      ) : (
        <EndSessionDialog
          label={sessionTexts.end}
          ariaLabel={sessionTexts.endOne(name)}
          title={sessionTexts.endTitle}
          text={sessionTexts.endText(name)}
          pending={ending.isPending}
          onConfirm={() => ending.mutate({ params: { id } })}
        />
      )}
    </li>
  )
}

function EndOtherSessions() {
  const ending = useApiMutation('endOtherSessions', {
    invalidates: ['sessions'],
    onSuccess: () => showToast({ title: sessionTexts.othersEnded }),
    onError: (error) => showErrorToast(errorMessage(error, sessionTexts.endFailed)),
  })
  return (
    <div>
      <EndSessionDialog
        label={sessionTexts.endOthers}
        title={sessionTexts.endOthersTitle}
        text={sessionTexts.endOthersText}
        pending={ending.isPending}
        onConfirm={() => ending.mutate({})}
      />
    </div>
  )
}

interface EndSessionDialogProps {
  /** Label of the button; `ariaLabel` distinguishes buttons with the same label. */
  readonly label: string
  readonly ariaLabel?: string
  readonly title: string
  readonly text: string
  readonly pending: boolean
  readonly onConfirm: () => void
}

/** Asks for confirmation before ending sessions. */
function EndSessionDialog({ label, ariaLabel, title, text, pending, onConfirm }: EndSessionDialogProps) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <>
      <Button
        variant="secondary"
        small
        {...(ariaLabel === undefined ? {} : { 'aria-label': ariaLabel })}
        onClick={() => setOpen(true)}
      >
        {label}
      </Button>
      <Dialog open={open} onClose={close} title={title} description={text}>
        <DialogActions onCancel={close}>
          <Button
            pending={pending}
            onClick={() => {
              onConfirm()
              close()
            }}
          >
            {sessionTexts.end}
          </Button>
        </DialogActions>
      </Dialog>
    </>
  )
}
