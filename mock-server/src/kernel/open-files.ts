/** The part of Node's diagnostic report that the types do not have. */
interface Report {
  /** True leaves out the names of connected hosts, for which Node would ask DNS, one after another. */
  excludeNetwork?: boolean;
  getReport(): { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } };
}

/** This process's maximum number of open files. Node shows the system's limit only in its diagnostic report. */
export function openFiles(): number {
  const report = process.report as unknown as Report | undefined;
  if (!report) return Number.POSITIVE_INFINITY;
  const { excludeNetwork = false } = report;
  report.excludeNetwork = true;
  const { soft } = report.getReport().userLimits?.open_files ?? {};
  report.excludeNetwork = excludeNetwork;
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
