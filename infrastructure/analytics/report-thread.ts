import { answerTasks } from '../task-thread.ts'
import { reportPdf } from './report-pdf.ts'

answerTasks(reportPdf)
