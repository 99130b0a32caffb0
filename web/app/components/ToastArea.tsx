import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { texts } from '../texts.ts'
import { classNames } from './class-names.ts'
import { currentToast, dismissToast, holdToast, onToast, resumeToast, type Toast } from './toast.ts'

/** Always on the page, so that what appears in it is announced. */
export function ToastArea() {
  const { toast, open, turn } = useSyncExternalStore(onToast, currentToast)
  return (
    <output
      data-toast
      aria-live="polite"
      aria-atomic="true"
      className="pointer-events-none fixed inset-x-0 top-16 z-60 flex justify-center p-3 sm:top-auto sm:bottom-0 sm:justify-end sm:p-6"
    >
      {toast !== null && open && <ToastCard key={turn} {...toast} />}
    </output>
  )
}

function ToastCard({ title, text, tone }: Toast) {
  const bad = tone === 'bad'
  const Icon = bad ? CircleAlert : CircleCheck
  return (
    <span
      onPointerEnter={holdToast}
      onPointerLeave={resumeToast}
      onFocus={holdToast}
      onBlur={resumeToast}
      className="pointer-events-auto flex w-full max-w-sm items-start gap-3 rounded-card border border-edge bg-surface p-4 shadow-float"
    >
      <Icon aria-hidden="true" className={classNames('mt-0.5 size-5 shrink-0', bad ? 'text-danger' : 'text-olive')} />
      <span className="block min-w-0 grow">
        <span className="block font-semibold">{title}</span>
        {text !== undefined && (
          <span className="mt-0.5 block text-sm break-words whitespace-pre-line text-muted">{text}</span>
        )}
      </span>
      <button
        type="button"
        aria-label={texts.kit.dismiss}
        onClick={dismissToast}
        className="-m-1.5 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  )
}
