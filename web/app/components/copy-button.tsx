import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { Button } from './buttons.tsx'
import { showErrorToast, showToast } from '../toasts.ts'
import { formTexts } from './form.texts.ts'

interface CopyButtonProps {
  readonly value: string
  readonly label: string
  /** The toast does not show the value. */
  readonly secret?: boolean
}

export function CopyButton({ value, label, secret = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      showToast({ title: formTexts.copied, ...(secret ? {} : { text: value }) })
    } catch {
      showErrorToast(formTexts.copyFailed)
    }
  }
  return (
    <Button variant="secondary" small onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
