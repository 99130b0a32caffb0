import { buttonStyle } from '../../../components/button-style.ts'
import { calls } from '../../../../contract/calls.ts'
import { texts } from '../../../texts.ts'

const { export: words } = texts.deletion
const { path } = calls.exportData

/** the browser fetches it as a file of its own. */
export function Export() {
  return (
    <div className="grid gap-2">
      <h3 className="font-semibold">{words.title}</h3>
      <p className="text-sm text-muted">{words.text}</p>
      <p className="flex flex-wrap gap-3">
        <a href={`${path}?format=json`} download className={buttonStyle('secondary', true)}>
          {words.json}
        </a>
        <a href={`${path}?format=csv`} download className={buttonStyle('secondary', true)}>
          {words.csv}
        </a>
      </p>
    </div>
  )
}
