{{/*
What runs, and what each of it needs; every other template goes by this table. `calls`: whose gRPC. `media`: how it uses files. `limits`:
counts those of keys. `rates`: asks for exchange rates.
*/}}
{{- define "cenote.components" -}}
{{- if eq .Values.mode "standalone" -}}
standalone: { http: true, grpc: true, calls: [], database: true, limits: true, rates: true, providers: true, media: write }
{{- else -}}
billing: { http: false, grpc: true, calls: [], database: true, limits: true, rates: true, providers: false, media: "" }
inference: { http: false, grpc: true, calls: [billing], database: true, limits: false, rates: false, providers: true, media: "" }
media: { http: false, grpc: true, calls: [billing], database: true, limits: false, rates: false, providers: true, media: write }
gateway: { http: true, grpc: false, calls: [billing, inference, media], database: false, limits: false, rates: false, providers: false, media: read }
{{- end -}}
{{- end -}}

{{/* The component that is public. */}}
{{- define "cenote.front" -}}
{{- ternary "standalone" "gateway" (eq .Values.mode "standalone") -}}
{{- end -}}

{{/* Ports inside of a pod. Those who have no HTTP of their own answer health and metrics at `probe`. */}}
{{- define "cenote.ports" -}}
http: 8080
grpc: 9090
probe: 9464
{{- end -}}

{{/* Whether a component scales by itself: "true" or nothing. Takes a dict of root and component. */}}
{{- define "cenote.scales" -}}
{{- $own := index .root.Values .component -}}
{{- if and .root.Values.autoscaling.enabled (gt (int $own.maxReplicas) (int $own.replicas)) -}}true{{- end -}}
{{- end -}}

{{/* Seconds a pod has between being told to end and being killed: longer than the slowest app takes to drain, which is a minute and a moment. */}}
{{- define "cenote.graceSeconds" -}}
{{- add 75 .Values.preStopSeconds -}}
{{- end -}}
