import { componentTexts } from './components/texts.ts'

/** @rule C-03 Q-95 one toast at a time, shown for 5 s; dismissed toasts leave memory after 1,000,000 ms */
export interface Toast {
  readonly title: string
  readonly text?: string | undefined
  readonly tone?: 'good' | 'bad' | undefined
}
interface ToastState {
  readonly toast: Toast | null
  readonly open: boolean
  /** Increases with every toast, so that equal toasts are announced again. */
  readonly sequence: number
  readonly dismissals: number
}

const retentionMs = 1_000_000

let state: ToastState = { toast: null, open: false, sequence: 0, dismissals: 0 }
let retention: ReturnType<typeof setTimeout> | undefined
const listeners = new Set<() => void>()

/** @rule Q-115 a new toast replaces the current one */
export const showToast = (toast: Toast) => {
  clearTimeout(retention)
  setState({ ...state, toast, open: true, sequence: state.sequence + 1 })
}

/** @param text one sentence on what failed */
export const errorToast = (text: string): Toast => ({ tone: 'bad', title: componentTexts.error, text })

export const showErrorToast = (text: string) => showToast(errorToast(text))

export const dismissToast = () => {
  setState({ ...state, open: false, dismissals: state.dismissals + 1 })
  clearTimeout(retention)
  retention = setTimeout(() => setState({ ...state, toast: null }), retentionMs)
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
