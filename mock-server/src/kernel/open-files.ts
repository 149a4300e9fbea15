/** This process's maximum number of open files. Node shows the system's limit only in its diagnostic report. */
export function openFiles(): number {
  const report = process.report?.getReport() as unknown as
    | { readonly userLimits?: { readonly open_files?: { readonly soft?: unknown } } }
    | undefined;
  const { soft } = report?.userLimits?.open_files ?? {};
  return typeof soft === "number" ? soft : Number.POSITIVE_INFINITY;
}
