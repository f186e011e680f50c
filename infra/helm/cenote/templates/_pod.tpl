{{/*
A container's three probes. `startup` and `liveness` check that the process is alive: database problems restart nothing. `readiness` checks
whether it should get calls: through gRPC health for services, and for the gateway whether the services it needs answer too.
Takes a dict of root, component and needs.
*/}}
{{- define "cenote.probes" -}}
{{- $port := ternary "http" "probe" .needs.http -}}
startupProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 2
  timeoutSeconds: 2
  # Ten minutes, since a first start creates the indexes.
  failureThreshold: 300
livenessProbe:
  httpGet: { path: /healthz, port: {{ $port }} }
  periodSeconds: 10
  timeoutSeconds: 5
  failureThreshold: 6
readinessProbe:
  {{- if .needs.http }}
  httpGet: { path: {{ (index .root.Values .component).readinessPath }}, port: http }
  {{- else }}
  grpc: { port: {{ (include "cenote.ports" .root | fromYaml).grpc }} }
  {{- end }}
  periodSeconds: 5
  # /readyz itself waits two seconds for each service it checks.
  timeoutSeconds: 4
  failureThreshold: 2
{{- end -}}

{{/* Takes a dict of root and needs. */}}
{{- define "cenote.volumes" -}}
- { name: config, configMap: { name: {{ include "cenote.fullname" .root }} } }
- { name: tmp, emptyDir: { sizeLimit: 1Gi } }
{{- if and .needs.media (eq (include "cenote.storageKind" .root) "files") }}
- name: media
  persistentVolumeClaim: { claimName: {{ .root.Values.files.existingClaim | default (printf "%s-media" (include "cenote.fullname" .root)) }} }
{{- end }}
{{- end -}}

{{/* The configuration is mounted as a folder, since a file mounted by itself would never change. */}}
{{- define "cenote.volumeMounts" -}}
- { name: config, mountPath: /etc/cenote, readOnly: true }
- { name: tmp, mountPath: /tmp }
{{- if and .needs.media (eq (include "cenote.storageKind" .root) "files") }}
- { name: media, mountPath: /data/media, readOnly: {{ ne .needs.media "write" }} }
{{- end }}
{{- end -}}

{{/* Spread over nodes and zones, as far as possible, separately for each revision. Takes a dict of root and component. */}}
{{- define "cenote.spread" -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- topologyKey: {{ . }}
  maxSkew: 1
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "cenote.selector" $ | nindent 6 }}
  matchLabelKeys: [pod-template-hash]
{{- end }}
{{- end -}}
