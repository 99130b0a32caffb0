import { Download } from 'lucide-react'
import { analyticsEndpoints } from '../../../contract/analytics/analytics.ts'
import { buttonStyle } from '../../components/styles.ts'
import type { Input } from '../../shared/api.ts'

interface DownloadLinkProps {
  readonly query: Input<'analyticsExport'>['query']
  readonly text: string
}

/** A link, so that the browser shows the progress and stores the file while it arrives. */
export function DownloadLink({ query, text }: DownloadLinkProps) {
  const given = Object.entries(query).map(([name, value]) => [name, String(value)])
  return (
    <a
      href={`${analyticsEndpoints.analyticsExport.path}?${new URLSearchParams(given).toString()}`}
      download
      className={buttonStyle('secondary', true)}
    >
      <Download aria-hidden="true" className="size-4" />
      {text}
    </a>
  )
}
