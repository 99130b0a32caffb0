import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { texts } from '../texts.ts'
import { classNames } from './class-names.ts'
import { currentToast, dismissToast, holdToast, onToast, resumeToast, type Toast } from './toast.ts'

/**
 * Always on the page, so that what appears in it is announced. It stands over the header, beside no button of a form or
 * dialog, and lets every click through but the one that sends it away.
 */
export function ToastArea() {
  const { toast, open, turn } = useSyncExternalStore(onToast, currentToast)
  return (
    <output
      data-toast
      aria-live="polite"
      aria-atomic="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center p-2 sm:p-3"
    >
      {toast !== null && open && <ToastCard key={turn} {...toast} />}
    </output>
  )
}

function ToastCard({ title, text, tone }: Toast) {
  const bad = tone === 'bad'
  const Icon = bad ? CircleAlert : CircleCheck
  return (
    <span className="flex w-full max-w-sm items-start gap-3 rounded-card border border-edge bg-surface p-3 shadow-float">
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
        onPointerEnter={holdToast}
        onPointerLeave={resumeToast}
        onFocus={holdToast}
        onBlur={resumeToast}
        className="pointer-events-auto -m-1.5 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  )
}
