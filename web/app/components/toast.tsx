import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { classNames } from './styles.ts'
import { componentTexts } from './texts.ts'

/** One toast at a time, shown for 5 s; its record leaves memory much later (C-03, Q-95). */
export interface Toast {
  readonly title: string
  readonly text?: string | undefined
  readonly tone?: 'good' | 'bad' | undefined
}
export interface ToastState {
  readonly toast: Toast | null
  readonly open: boolean
  /** Changes with every toast: the same words twice are announced twice. */
  readonly sequence: number
}

const visibleMs = 5_000
const retentionMs = 1_000_000

let state: ToastState = { toast: null, open: false, sequence: 0 }
let timer: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** A new toast takes the place of the old one. */
export const showToast = (toast: Toast) => {
  setState({ toast, open: true, sequence: state.sequence + 1 })
  resumeToast()
}

/** What went wrong, in one sentence. */
export const showErrorToast = (text: string) => showToast({ tone: 'bad', title: componentTexts.error, text })

export const dismissToast = () => {
  setState({ ...state, open: false })
  clearTimeout(timer)
  timer = setTimeout(() => setState({ ...state, toast: null }), retentionMs)
}

/** While it is being read it does not go away. */
export const pauseToast = () => clearTimeout(timer)

export const resumeToast = () => {
  clearTimeout(timer)
  if (state.open) timer = setTimeout(dismissToast, visibleMs)
}

export const getToastState = () => state

export const subscribeToToasts = (listener: () => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

const setState = (next: ToastState) => {
  state = next
  for (const listener of listeners) listener()
}

/**
 * Always on the page, so that what appears in it is announced. It stands over the header, beside no button of a form or
 * dialog, and lets every click through but the one that sends it away.
 */
export function Toaster() {
  const { toast, open, sequence } = useSyncExternalStore(subscribeToToasts, getToastState)
  return (
    <output
      data-toast
      aria-live="polite"
      aria-atomic="true"
      className="pointer-events-none fixed inset-x-0 top-0 z-60 flex justify-center p-2 sm:p-3"
    >
      {toast !== null && open && <ToastCard key={sequence} {...toast} />}
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
        aria-label={componentTexts.dismiss}
        onClick={dismissToast}
        onPointerEnter={pauseToast}
        onPointerLeave={resumeToast}
        onFocus={pauseToast}
        onBlur={resumeToast}
        className="pointer-events-auto -m-1.5 grid size-9 shrink-0 place-items-center rounded-control text-muted hover:bg-sunken hover:text-ink"
      >
        <X aria-hidden="true" className="size-4.5" />
      </button>
    </span>
  )
}
