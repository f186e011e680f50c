{{/*
Prefix of every object's name, derived from the release. The longest suffix leaves it 48 of the 63 characters of a Service's name, or 47 in one
process, where that is `-standalone-grpc`. Elsewhere 48 must stay: under another name a release would lose its volume and its internal token.
*/}}
{{- define "cenote.fullname" -}}
{{- $name := default .Chart.Name .Values.nameOverride -}}
{{- $most := eq .Values.mode "standalone" | ternary 47 48 -}}
{{- if .Values.fullnameOverride -}}{{ .Values.fullnameOverride | trunc $most | trimSuffix "-" }}
{{- else if contains $name .Release.Name -}}{{ .Release.Name | trunc $most | trimSuffix "-" }}
{{- else -}}{{ printf "%s-%s" .Release.Name $name | trunc $most | trimSuffix "-" }}
{{- end -}}
{{- end -}}

{{/* Selector labels of one component, which never change. Takes a dict of root and component. */}}
{{- define "cenote.selector" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{/* Labels of an object, including those of a component if one is given. */}}
{{- define "cenote.labels" -}}
app.kubernetes.io/name: {{ default .root.Chart.Name .root.Values.nameOverride }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with .component }}
app.kubernetes.io/component: {{ . }}
{{- end }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{- define "cenote.serviceAccount" -}}
{{- if .Values.serviceAccount.name -}}{{ .Values.serviceAccount.name }}
{{- else if .Values.serviceAccount.create -}}{{ include "cenote.fullname" . }}
{{- else -}}default
{{- end -}}
{{- end -}}
