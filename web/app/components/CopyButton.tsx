import { Check, Copy } from 'lucide-react'
import { useState } from 'react'
import { texts } from '../texts.ts'
import { Button } from './Button.tsx'
import { complain, showToast } from './toast.ts'

interface CopyButtonProps {
  readonly value: string
  readonly label: string
  /** The toast does not repeat it. */
  readonly secret?: boolean
}

export function CopyButton({ value, label, secret = false }: CopyButtonProps) {
  const [copied, setCopied] = useState(false)
  const Icon = copied ? Check : Copy
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(value)
      setCopied(true)
      showToast({ title: texts.kit.copied, ...(secret ? {} : { text: value }) })
    } catch {
      complain(texts.kit.copyFailed)
    }
  }
  return (
    <Button look="secondary" small onClick={() => void copy()}>
      <Icon aria-hidden="true" className="size-4" />
      {label}
    </Button>
  )
}
