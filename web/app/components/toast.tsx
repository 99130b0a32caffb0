import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { type FocusEvent, useRef, useSyncExternalStore } from 'react'
import { classNames } from './styles.ts'
import { componentTexts } from './texts.ts'
import { dismissToast, getToastState, subscribeToToasts, type Toast } from '../toasts.ts'

const visibleMs = 5_000

/**
 * Shows the current toast above the header, away from the buttons of forms and dialogs. Only its button receives clicks.
 * The provider is remounted after each dismissal, as Radix stays paused when a toast is closed under the pointer.
 * F8 moves the focus into it; dismissing the toast returns the focus to where it was.
 * @rule R-38 toast area
 */
export function Toaster() {
  const { toast, open, sequence, dismissals } = useSyncExternalStore(subscribeToToasts, getToastState)
  const focusedBefore = useRef<HTMLElement | null>(null)
  const rememberFocus = ({ relatedTarget, currentTarget }: FocusEvent) => {
    if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
      focusedBefore.current = relatedTarget
  }
  const dismiss = () => {
    if (document.activeElement?.closest('[data-toast]')) focusedBefore.current?.focus()
    dismissToast()
  }
  return (
    <Radix.Provider key={dismissals} label={componentTexts.toast} duration={visibleMs}>
      {toast !== null && <ToastCard key={sequence} toast={toast} open={open} onDismiss={dismiss} />}
      {/* modal dialogs hide the rest of the page from screen readers, except elements with aria-live */}
      <Radix.Viewport
        data-toast
        onFocus={rememberFocus}
        aria-live="off"
        label={componentTexts.toasts}
        className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center p-2 sm:p-3"
      />
    </Radix.Provider>
  )
}

interface ToastCardProps {
  readonly toast: Toast
  readonly open: boolean
  readonly onDismiss: () => void
}

function ToastCard({ toast: { title, text, tone }, open, onDismiss }: ToastCardProps) {
  const bad = tone === 'bad'
  const Icon = bad ? CircleAlert : CircleCheck
  return (
    <Radix.Root
      open={open}
      type="background"
      onOpenChange={(next) => !next && onDismiss()}
      style={{ pointerEvents: 'none' }}
      className="flex w-full max-w-sm items-start gap-3 rounded-card border border-edge bg-surface p-3 shadow-float"
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', bad ? 'text-danger' : 'text-olive')} />
      <div className="min-w-0 grow">
        <Radix.Title className="font-semibold">{title}</Radix.Title>
        {text !== undefined && (
          <Radix.Description className="mt-0.5 text-sm break-words whitespace-pre-line text-muted">
            {text}
          </Radix.Description>
        )}
      </div>
      <Radix.Close
        aria-label={componentTexts.dismiss}
        className="pointer-events-auto -m-1.5 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </Radix.Close>
    </Radix.Root>
  )
}
